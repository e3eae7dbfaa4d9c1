import type { TextPosition } from "../locateOffset.ts"
import { countMembers } from "./countMembers.ts"
import { findJsonFault } from "./findJsonFault.ts"
import { parseJson } from "./parseJson.ts"

/**
 * The error about a text that is not JSON, or that gives a member twice. The message is a clause such as `at line 1, column 8, the
 * property "a" is given twice`. It quotes names of members, and no value.
 */
export class InvalidJson extends Error {
  override readonly name = "InvalidJson"
  readonly place: TextPosition
  constructor(text: string) {
    const { line, column, problem } = findJsonFault(text) ?? { line: 1, column: 1, problem: "the text is not JSON" }
    super(`at line ${line}, column ${column}, ${problem}`)
    this.place = { line, column }
  }
}

/**
 * Returns the value of a JSON text that crosses a door of the gate. Throws `InvalidJson` if the text is not JSON, or gives a member
 * twice: somebody may have read the one where `JSON.parse` takes the other.
 */
export const readJson = (text: string): unknown => {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new InvalidJson(text)
  }
  const fault = findDuplicateMember(value, text)
  if (fault !== undefined) throw fault
  return value
}

/** Returns the error about a member that a text gives twice, if it does. The value is what `JSON.parse` made of the text. */
export const findDuplicateMember = (value: unknown, text: string): InvalidJson | undefined =>
  membersIn(value) === countMembers(text) ? undefined : new InvalidJson(text)

/** Returns the number of members of all objects in a parsed value, however deep they are. */
const membersIn = (value: unknown): number => {
  let members = 0
  const open = [value]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== "object" || one === null) continue
    const inner: ReadonlyArray<unknown> = Array.isArray(one) ? one : Object.values(one)
    if (inner !== one) members += inner.length
    for (const each of inner) if (typeof each === "object" && each !== null) open.push(each)
  }
  return members
}
