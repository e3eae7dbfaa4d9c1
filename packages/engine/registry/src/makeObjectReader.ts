import { type Gated, type JsonObject, type RegisteredTool, refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { CheckedSchema } from "./checkSchema.ts"
import { type Explanation, makeSchemaValidator } from "./makeSchemaValidator.ts"
import { argumentBounds, readArguments, UnreadableArguments } from "./readArguments.ts"
import { type CheckResult, logCause, runOwnChecks, Unchecked } from "./runOwnChecks.ts"
import type { Subject } from "./Subject.ts"

/**
 * Creates a reader for JSON objects that follows `RegisteredTool.parse`. An asynchronous check of the schema may take `ms`
 * milliseconds.
 */
export const makeObjectReader = (
  checked: CheckedSchema,
  ms: number
): ((subject: Subject) => RegisteredTool["parse"]) => {
  const validator = makeSchemaValidator(checked)
  const checks = checked.validate === undefined ? undefined : runOwnChecks(checked.validate, ms)
  return (subject) => (call) => {
    const budget = { depth: argumentBounds.depth, nodes: argumentBounds.nodes, characters: argumentBounds.characters }
    try {
      const read = readArguments(call, budget, subject)
      if (read instanceof UnreadableArguments)
        return refuse("InvalidArgs", `${subject.called} ${read.says}.`, read.details)
      if (!validator.accepts(read))
        return invalid(subject, validator.explain(read, argumentBounds.nodes - budget.nodes))
      if (checks === undefined) return Effect.succeed(read)
      const found = checks(read)
      return Effect.isEffect(found)
        ? Effect.flatMap(found, (settled) => judged(subject, read, settled))
        : judged(subject, read, found)
    } catch {
      // The schema needs too much work, or the object is hostile. The error may contain a value, so it is not shown.
      return refuse("InvalidArgs", `${subject.called} could not be checked against its schema; send simpler ones.`)
    }
  }
}

const judged = (subject: Subject, args: JsonObject, found: CheckResult): Gated<JsonObject> => {
  if (!(found instanceof Unchecked))
    return found.violations.length === 0 ? Effect.succeed(args) : invalid(subject, found)
  return Effect.andThen(logCause(found), refuse("InvalidArgs", `${subject.called} ${found.says}.`))
}

const invalid = ({ called, are }: Subject, explanation: Explanation) => {
  const violations = explanation.violations.slice(0, maxListed).map(({ pointer, keyword, message }) => ({
    pointer: pointer.slice(0, 200),
    keyword,
    message
  }))
  return refuse("InvalidArgs", `${called} ${are} invalid: ${joinViolations(explanation)}`, {
    violations,
    more: explanation.violations.length - violations.length
  })
}

const maxListed = 20

/** Joins the first 20 violations into a sentence, with the number of the others. */
export const joinViolations = ({ violations, complete }: Explanation): string => {
  const more = violations.length - maxListed
  const shown = violations.slice(0, maxListed).map(({ message }) => message)
  if (more > 0) shown.push(`and ${more} more`)
  if (!complete) shown.push("there may be more, which were not looked for in so large a value")
  return `${shown.join("; ")}.`
}
