/** Why a value is none of a form. An error, so that whoever wants to can throw it. It names where the value is wrong, and quotes nothing that stands there. */
export class WireFault extends Error {
  override readonly name = "WireFault"
  /** The JSON pointer to what is wrong (RFC 6901). A long name in it is cut. */
  readonly pointer: string
  /** What is wrong there, as the end of a sentence without its full stop. */
  readonly problem: string
  /** Whether nothing else is wrong than a member that this version does not know. */
  readonly isUnknownMember: boolean

  constructor(pointer: string, problem: string, isUnknownMember = false) {
    const advice = isUnknownMember ? unknownAdvice : ""
    super(`${pointer === "" ? "The value" : quoted(pointer)} ${problem}.${advice}`)
    this.pointer = pointer
    this.problem = problem
    this.isUnknownMember = isUnknownMember
  }
}

/** A member's name may be anything; shown, it is printable ASCII. */
const quoted = (pointer: string): string =>
  JSON.stringify(pointer).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const unknownAdvice =
  " It may narrow what is allowed, so it is not passed over: leave it out, or update the Toolgate that reads it."
