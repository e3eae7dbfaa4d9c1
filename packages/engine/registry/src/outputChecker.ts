import { copyJson, NotJson, pointerTo, quoted, type RegisteredTool } from "@toolgate/core"
import type { CheckedSchema } from "./checkSchema.ts"
import { sentenceOf } from "./objectReader.ts"
import { argumentBounds } from "./readArguments.ts"
import { schemaValidator } from "./schemaValidator.ts"

/** `RegisteredTool.checkOutput` for one tool. A tool without an `output` schema promises nothing about its result. */
export const outputChecker = (tool: string, checked: CheckedSchema | undefined): RegisteredTool["checkOutput"] => {
  if (checked === undefined) return () => undefined
  const validator = schemaValidator(checked)
  return (value) => {
    const budget = { ...argumentBounds }
    const says = (problem: string) => `The output of "${tool}" does not match its schema: ${problem}`
    try {
      const copied = copyJson(value, budget)
      if (copied instanceof NotJson)
        return says(`at ${quoted(pointerTo(copied.path), 200)} the value ${copied.reason}.`)
      if (validator.accepts(copied)) return undefined
      return says(sentenceOf(validator.explain(copied, argumentBounds.nodes - budget.nodes)))
    } catch {
      return says("it could not be checked.")
    }
  }
}
