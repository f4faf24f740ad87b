/** The time of day to the second. @param at milliseconds since the epoch */
export function clockText(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}

/** The day. @param at milliseconds since the epoch */
export function dayText(at: number): string {
  return new Date(at).toLocaleDateString([], { dateStyle: 'full' });
}

/** Day and time of day to the minute: the time alone where it is today. @param at milliseconds since the epoch */
export function momentText(at: number): string {
  const time = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
  if (dayText(at) === dayText(Date.now())) return time;
  return `${new Date(at).toLocaleDateString([], { dateStyle: 'medium' })}, ${time}`;
}
