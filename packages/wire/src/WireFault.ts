/**
 * An error about a value that does not match a form, for callers that want to throw it. The error names the place of the fault, and
 * never quotes the value.
 */
export class WireFault extends Error {
  override readonly name = "WireFault"
  /** The JSON pointer to the fault (RFC 6901). A long name in it is cut. */
  readonly pointer: string
  /** The fault, as the end of a sentence without its full stop. */
  readonly problem: string
  /** Whether the only fault is a member that this version does not know. */
  readonly isUnknownMember: boolean

  constructor(pointer: string, problem: string, isUnknownMember = false) {
    const advice = isUnknownMember ? unknownAdvice : ""
    super(`${pointer === "" ? "The value" : quoted(pointer)} ${problem}.${advice}`)
    this.pointer = pointer
    this.problem = problem
    this.isUnknownMember = isUnknownMember
  }
}

/** Quotes a pointer in printable ASCII: the name of a member may be any text. */
const quoted = (pointer: string): string =>
  JSON.stringify(pointer).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const unknownAdvice =
  " It may narrow what is allowed, so it is not passed over: leave it out, or update the Toolgate that reads it."
