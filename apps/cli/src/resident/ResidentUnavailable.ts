/** The error for a resident gate that can neither be reached nor started. The message says what to do. */
export class ResidentUnavailable extends Error {
  override readonly name = "ResidentUnavailable"
}
