/** The error for a program without a supervisor: it was started by other means, or its channel was not passed on. */
export class NotSupervised extends Error {
  override readonly name = "NotSupervised"

  constructor(why: string, options?: ErrorOptions) {
    super(
      `This program is not run by a Toolgate supervisor: ${why}. Start it with "toolgate supervise -- <its command>".`,
      options
    )
  }
}
