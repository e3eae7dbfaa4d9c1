/**
 * The error for a frame that no child of ours sends. The process is not trusted any more. The message never quotes the
 * frame.
 */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
}
