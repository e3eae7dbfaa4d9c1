/** The error for a closed channel. Unanswered calls and requests may or may not have taken effect. */
export class Disconnected extends Error {
  override readonly name = "Disconnected"

  constructor(why: string, options?: ErrorOptions) {
    super(`The channel to the supervisor has ended: ${why}.`, options)
  }
}
