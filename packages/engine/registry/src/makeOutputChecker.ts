import { type Json, quoted, type RegisteredTool } from "@toolgate/core"
import { copyJson, NotJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import type { CheckedSchema } from "./checkSchema.ts"
import { joinViolations } from "./makeObjectReader.ts"
import { makeSchemaValidator } from "./makeSchemaValidator.ts"
import { argumentBounds } from "./readArguments.ts"
import { type CheckResult, logCause, runOwnChecks, Unchecked } from "./runOwnChecks.ts"

/**
 * Creates `RegisteredTool.checkOutput` for a tool. Without an `output` schema, every result passes. An asynchronous check
 * of the schema may take `ms` milliseconds.
 */
export const makeOutputChecker = (
  tool: string,
  checked: CheckedSchema | undefined,
  ms: number
): RegisteredTool["checkOutput"] => {
  if (checked === undefined) return () => undefined
  const validator = makeSchemaValidator(checked)
  const checks = checked.validate === undefined ? holds : runOwnChecks(checked.validate, ms)
  const says = (problem: string) => `The output of "${tool}" does not match its schema: ${problem}`
  const judged = (found: CheckResult): string | undefined | Effect.Effect<string> => {
    if (!(found instanceof Unchecked)) return found.violations.length === 0 ? undefined : says(joinViolations(found))
    return Effect.as(logCause(found), says(`it ${found.says}.`))
  }
  return (value) => {
    const budget = { ...argumentBounds }
    try {
      const copied = copyJson(value, budget)
      if (copied instanceof NotJson) return says(`at ${quoted(copied.pointer, 200)} the value ${copied.reason}.`)
      if (!validator.accepts(copied))
        return says(joinViolations(validator.explain(copied, argumentBounds.nodes - budget.nodes)))
      const found = checks(copied)
      return Effect.isEffect(found) ? Effect.flatMap(found, (settled) => asEffect(judged(settled))) : judged(found)
    } catch {
      return says("it could not be checked.")
    }
  }
}

const held: CheckResult = { violations: [], complete: true }
const holds = (_value: Json) => held

const asEffect = (said: string | undefined | Effect.Effect<string>): Effect.Effect<string | undefined> =>
  Effect.isEffect(said) ? said : Effect.succeed(said)
