import type { TextPosition } from "../locateOffset.ts"
import { countMembers } from "./countMembers.ts"
import { findJsonFault } from "./findJsonFault.ts"
import { parseJson } from "./parseJson.ts"

/**
 * The text is not JSON or gives a member twice. The message is a clause such as `at line 1, column 8, the property "a" is
 * given twice`. It quotes member names but no values.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { InvalidJson, readJson } from "@toolgate/core/json"
 *
 * try {
 *   readJson('{ "path": }')
 * } catch (cause) {
 *   assert(cause instanceof InvalidJson)
 *   assert.deepEqual(cause.place, { line: 1, column: 11 })
 * }
 * ```
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
 * Parses JSON from outside the gate. Throws `InvalidJson` for invalid JSON and for duplicate members, because a person may
 * have read one of the two and `JSON.parse` takes the other.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { InvalidJson, readJson } from "@toolgate/core/json"
 *
 * assert.deepEqual(readJson('{ "path": "a.txt" }'), { path: "a.txt" })
 * assert.throws(() => readJson('{ "path": "a.txt", "path": "b.txt" }'), InvalidJson)
 * ```
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

/**
 * Returns an error if a text gives a member twice. `value` is the result of `JSON.parse`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { findDuplicateMember } from "@toolgate/core/json"
 *
 * const text = '{ "path": "a.txt", "path": "b.txt" }'
 * assert.match(findDuplicateMember(JSON.parse(text), text)?.message ?? "", /"path" is given twice$/)
 * ```
 */
export const findDuplicateMember = (value: unknown, text: string): InvalidJson | undefined =>
  membersIn(value) === countMembers(text) ? undefined : new InvalidJson(text)

/** Counts the members of all objects in a parsed value, at any depth. */
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
