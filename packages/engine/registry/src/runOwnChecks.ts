import { escapeUnprintable, type Json, type JsonObject, quoted } from "@toolgate/core"
import { encodePointer } from "@toolgate/core/json"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Violation } from "./listViolations.ts"
import type { Explanation } from "./makeSchemaValidator.ts"
import type { Converted } from "./standardSchema.ts"

/** The reason why a schema's checks gave no result, as a predicate about the value. */
export class Unchecked {
  readonly says: string
  /** The thrown error, for a log. It may contain a value. */
  readonly cause: unknown
  constructor(says: string, cause?: unknown) {
    this.says = says
    this.cause = cause
  }
}

/** Logs the error of a schema's check, for its author; the refusal does not contain it. */
export const logCause = ({ cause }: Unchecked): Effect.Effect<void> =>
  cause === undefined ? Effect.void : Effect.logError("A check of a tool's schema threw an error.", Cause.die(cause))

/** The result of a schema's checks. A valid value has no violations. */
export type CheckResult = Explanation | Unchecked

/**
 * Runs a schema's checks on a value that matches its JSON Schema. The value is frozen, and a schema that returns another
 * value is reported as faulty. Never throws. Returns an effect if a check is asynchronous; it may take `ms` milliseconds.
 */
export const runOwnChecks = (
  validate: NonNullable<Converted["validate"]>,
  ms: number
): ((value: Json) => CheckResult | Effect.Effect<CheckResult>) => {
  return (value) => {
    try {
      const answer = validate(value)
      return isPromised(answer) ? awaited(value, answer, ms) : foundIn(value, answer)
    } catch (cause) {
      return new Unchecked(broke, cause)
    }
  }
}

const broke = "could not be checked: one of the schema's own checks threw an error"

const isPromised = (answer: unknown): answer is PromiseLike<unknown> =>
  typeof answer === "object" && answer !== null && "then" in answer && typeof answer.then === "function"

const awaited = (value: Json, answer: PromiseLike<unknown>, ms: number): Effect.Effect<CheckResult> =>
  Effect.tryPromise(() => Promise.resolve(answer)).pipe(
    Effect.map((settled) => foundIn(value, settled)),
    Effect.catch(({ cause }) => Effect.succeed(new Unchecked(broke, cause))),
    Effect.timeoutOrElse({
      duration: ms,
      orElse: () => Effect.succeed(new Unchecked(`could not be checked within ${ms} ms`))
    })
  )

const foundIn = (value: Json, answer: unknown): CheckResult => {
  try {
    const { issues, value: made } = answer as { readonly issues?: Iterable<Issue>; readonly value?: unknown }
    if (issues === undefined || issues === null) {
      const path = changedAt(value, made)
      if (path === undefined) return none
      return new Unchecked(
        `would be changed by the schema at ${quoted(encodePointer(path), 200)}, and a schema may only check`
      )
    }
    const listed = Array.from(issues)
    const violations = listed.slice(0, maxRead).map(violationOf)
    return { violations: violations.length > 0 ? violations : [refusedByAll], complete: listed.length <= maxRead }
  } catch (cause) {
    return new Unchecked(broke, cause)
  }
}

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>
  /** The value as quoted in messages of ArkType and Valibot. */
  readonly actual?: unknown
  readonly received?: unknown
}

const maxRead = 100
const none: CheckResult = { violations: [], complete: true }
const refusedByAll: Violation = { pointer: "", keyword: "validate", message: "the value is not allowed" }

const violationOf = ({ message, path = [], actual, received }: Issue): Violation => {
  const pointer = encodePointer(Array.from(path, (step) => String(typeof step === "object" ? step.key : step)))
  const place = pointer === "" ? "at the top level" : `at ${quoted(pointer, 200)}`
  const says = [actual, received].reduce(withoutValue, String(message)).replace(/\.$/, "")
  return {
    pointer,
    keyword: "validate",
    message: `${place}: ${escapeUnprintable(says.length > 300 ? `${says.slice(0, 300)}…` : says)}`
  }
}

/**
 * Removes the value from a message, because refusals contain no values. Removes the last occurrence, so that a bound with
 * the same text stays.
 */
const withoutValue = (message: string, value: unknown): string => {
  const at = typeof value === "string" && value !== "" ? message.lastIndexOf(value) : -1
  return at === -1 ? message : `${message.slice(0, at)}another value${message.slice(at + String(value).length)}`
}

/**
 * Returns the path of the first difference between a value and its original JSON, or `undefined`. Omitted members do not
 * count, because a reader of the JSON still has them.
 */
const changedAt = (given: Json, made: unknown, path: Path = []): Path | undefined => {
  if (given === made) return undefined
  if (typeof given !== "object" || given === null || typeof made !== "object" || made === null) return path
  if (Array.isArray(given)) {
    if (!Array.isArray(made) || made.length !== given.length) return path
    for (const [at, item] of given.entries()) {
      const changed = changedAt(item, made[at], [...path, at])
      if (changed !== undefined) return changed
    }
    return undefined
  }
  if (Array.isArray(made) || !isPlain(made)) return path
  const members = made as Readonly<Record<string, unknown>>
  for (const [name, member] of Object.entries(given as JsonObject)) {
    const changed = Object.hasOwn(members, name) ? changedAt(member, members[name], [...path, name]) : undefined
    if (changed !== undefined) return changed
  }
  const added = Object.keys(members).find((name) => members[name] !== undefined && !Object.hasOwn(given, name))
  return added === undefined ? undefined : [...path, added]
}

type Path = ReadonlyArray<string | number>

const isPlain = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
