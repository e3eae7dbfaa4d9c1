/** The channel to the supervisor has ended. What was asked for and not answered may have happened or not. */
export class Disconnected extends Error {
  override readonly name = "Disconnected"

  constructor(why: string, options?: ErrorOptions) {
    super(`The channel to the supervisor has ended: ${why}.`, options)
  }
}
