/** There is no supervisor to ask: this program was started by something else, or its channel did not come with it. */
export class NotSupervised extends Error {
  override readonly name = "NotSupervised"

  constructor(why: string, options?: ErrorOptions) {
    super(
      `This program is not run by a Toolgate supervisor: ${why}. Start it with "toolgate supervise -- <its command>".`,
      options
    )
  }
}
