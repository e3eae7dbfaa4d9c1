/**
 * The error of a program without a supervisor: something else started the program, or its channel was not handed on.
 */
export class NotSupervised extends Error {
  override readonly name = "NotSupervised"

  constructor(why: string, options?: ErrorOptions) {
    super(
      `This program is not run by a Toolgate supervisor: ${why}. Start it with "toolgate supervise -- <its command>".`,
      options
    )
  }
}
