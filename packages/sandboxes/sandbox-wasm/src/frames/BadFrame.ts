/**
 * A frame that the guest program never sends. The process is no longer trusted. The message does not quote the frame.
 */
export class BadFrame extends Error {
  override readonly name = "BadFrame"
}
