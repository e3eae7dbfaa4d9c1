/** The error of a channel that has ended. Calls and requests that were not answered may have taken effect or not. */
export class Disconnected extends Error {
  override readonly name = "Disconnected"

  constructor(why: string, options?: ErrorOptions) {
    super(`The channel to the supervisor has ended: ${why}.`, options)
  }
}
