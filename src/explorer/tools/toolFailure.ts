/** A call that cannot be answered, for a reason that its caller should read. The message is fit to be shown. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}
