/** The time of day to the second. @param at milliseconds since the epoch */
export function clockText(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}

/** The day. @param at milliseconds since the epoch */
export function dayText(at: number): string {
  return new Date(at).toLocaleDateString([], { dateStyle: 'full' });
}

/** Day and time of day to the minute. @param at milliseconds since the epoch */
export function wholeMomentText(at: number): string {
  return `${new Date(at).toLocaleDateString([], { dateStyle: 'medium' })}, ${minuteText(at)}`;
}

/** Day and time of day to the minute; without the day if it is today. @param at milliseconds since the epoch */
export function momentText(at: number): string {
  return dayText(at) === dayText(Date.now()) ? minuteText(at) : wholeMomentText(at);
}

/** The time of day to the minute. @param at milliseconds since the epoch */
export function minuteText(at: number): string {
  return new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
}
