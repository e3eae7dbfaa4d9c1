/** A frame that no child of ours sends: its process is not to be trusted any more. The message never quotes the frame. */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
}
