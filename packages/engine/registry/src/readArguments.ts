import { type Json, type JsonObject, quoted, type ToolCall } from "@toolgate/core"
import {
  copyJson,
  countMembers,
  encodePointer,
  findJsonFault,
  freezeParsed,
  isJsonObject,
  type JsonBudget,
  NotJson,
  parseJson
} from "@toolgate/core/json"
import type { Subject } from "./Subject.ts"

/** The limits on arguments: 16 Mi characters, a million values, 128 levels. */
export const argumentBounds = { depth: 128, nodes: 1_000_000, characters: 16 * 1024 * 1024 } as const

/** The reason why arguments could not be read, as a predicate about the arguments. */
export class UnreadableArguments {
  readonly says: string
  readonly details: JsonObject
  constructor(says: string, details: JsonObject = {}) {
    this.says = says
    this.details = details
  }
}

/**
 * Returns a call's arguments as frozen JSON, or the reason why they cannot be read. Refuses duplicate properties, because
 * a person may have seen the other one.
 */
export const readArguments = (
  { args, argsText }: Pick<ToolCall, "args" | "argsText">,
  budget: JsonBudget,
  subject: Subject
): JsonObject | UnreadableArguments => {
  if (args === undefined && argsText === undefined) return missing(subject)
  if (args !== undefined && argsText !== undefined) return new UnreadableArguments(twoForms)
  const read = argsText === undefined ? copyJson(args, budget) : readText(argsText, budget, subject)
  if (read instanceof UnreadableArguments) return read
  if (read instanceof NotJson) return notJson(read, subject)
  return isJsonObject(read) ? read : new UnreadableArguments(`must be a JSON object, not ${kindOf(read)}`)
}

const readText = (text: string, budget: JsonBudget, subject: Subject): Json | NotJson | UnreadableArguments => {
  if (typeof text !== "string") return new UnreadableArguments(noText)
  if (text.length > budget.characters)
    return new UnreadableArguments(`${subject.are} longer than ${budget.characters} characters; send less in one call`)
  if (subject.mayBeBlank === true && text.trim() === "") return Object.freeze({})
  let parsed: Json
  try {
    parsed = parseJson(text) as Json
  } catch {
    return faulty(text, subject)
  }
  const members = { count: 0 }
  const fault = freezeParsed(parsed, budget, members)
  if (fault !== undefined) return fault
  return members.count === countMembers(text) ? parsed : faulty(text, subject)
}

const missing = ({ are, instead }: Subject) => new UnreadableArguments(`${are} missing; send a JSON object, ${instead}`)

const twoForms = 'must come as a value in "args" or as JSON text in "argsText", not as both; leave one of them out'

const noText = 'must be a string in "argsText"; send a value in "args"'

const faulty = (text: string, { are, instead, isLine = false }: Subject): UnreadableArguments => {
  if (text.trim() === "") return new UnreadableArguments(`${are} empty; send a JSON object, ${instead}`)
  const { line, column, problem } = findJsonFault(text) ?? { line: 1, column: 1, problem: "the text is not JSON" }
  const place = isLine ? `column ${column}` : `line ${line}, column ${column}`
  return new UnreadableArguments(`cannot be read as JSON: at ${place}, ${problem}`, { line, column })
}

const notJson = ({ path, reason }: NotJson, { are }: Subject) => {
  if (path.length === 0) return new UnreadableArguments(`must be a JSON object; the value ${reason}`)
  const pointer = encodePointer(path)
  return new UnreadableArguments(
    `${are} invalid: the value at ${quoted(pointer, 200)} ${reason}, which JSON cannot represent`,
    {
      violations: [{ pointer: pointer.slice(0, 200), keyword: "json", message: reason }]
    }
  )
}

const kindOf = (value: Json) =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "boolean"
        ? "a boolean"
        : `a ${typeof value}`
