import { type JsonObject, type RegisteredTool, refuse } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { CheckedSchema } from "./checkSchema.ts"
import { argumentBounds, readArguments, Unreadable } from "./readArguments.ts"
import type { Subject } from "./Subject.ts"
import { type Explanation, type SchemaValidator, schemaValidator } from "./schemaValidator.ts"

/** Reads JSON by the schema of an object, as `RegisteredTool.parse` does, and answers with a refusal for whatever else it gets. */
export const objectReader = (checked: CheckedSchema): ((subject: Subject) => RegisteredTool["parse"]) => {
  const validator = schemaValidator(checked)
  return (subject) => (call) => {
    const budget = { depth: argumentBounds.depth, nodes: argumentBounds.nodes, characters: argumentBounds.characters }
    try {
      const read = readArguments(call, budget, subject)
      if (read instanceof Unreadable) return refuse("InvalidArgs", `${subject.called} ${read.says}.`, read.details)
      return validator.accepts(read)
        ? Effect.succeed(read)
        : invalid(subject, validator, read, argumentBounds.nodes - budget.nodes)
    } catch {
      // A schema that asks for too much work, or a hostile object. What was thrown may hold a value.
      return refuse("InvalidArgs", `${subject.called} could not be checked against its schema; send simpler ones.`)
    }
  }
}

const invalid = ({ called, are }: Subject, validator: SchemaValidator, args: JsonObject, nodes: number) => {
  const explanation = validator.explain(args, nodes)
  const violations = explanation.violations.slice(0, maxListed).map(({ pointer, keyword, message }) => ({
    pointer: pointer.slice(0, 200),
    keyword,
    message
  }))
  return refuse("InvalidArgs", `${called} ${are} invalid: ${sentenceOf(explanation)}`, {
    violations,
    more: explanation.violations.length - violations.length
  })
}

const maxListed = 20

/** The violations in one sentence: the first 20, and how many more there are. */
export const sentenceOf = ({ violations, complete }: Explanation): string => {
  const more = violations.length - maxListed
  const shown = violations.slice(0, maxListed).map(({ message }) => message)
  if (more > 0) shown.push(`and ${more} more`)
  if (!complete) shown.push("there may be more, which were not looked for in so large a value")
  return `${shown.join("; ")}.`
}
