import type { JsonObject, Refused } from "@toolgate/core"
import type { TestContext } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import type { DryCall } from "./DryCall.ts"
import { requestSchema } from "./requestSchema.ts"
import type { Validator } from "./Validator.ts"

const example = 'as in {"tool": "read_file", "args": {}}'

/** Makes a function that reads a request from a JSON object or its text. */
export const makeRequestReader = ({
  reader
}: Validator): ((given: JsonObject | string) => Effect.Effect<DryCall, Refused>) => {
  const read = reader(requestSchema)({ called: "The request", are: "is", instead: example, isLine: true })
  return (given) => Effect.map(read(typeof given === "string" ? { argsText: given } : { args: given }), callOf)
}

const callOf = (request: JsonObject): DryCall => {
  // The schema has checked the types.
  const {
    tool,
    args = {},
    context = {},
    definition
  } = request as {
    readonly tool: string
    readonly args?: unknown
    readonly context?: JsonObject
    readonly definition?: JsonObject
  }
  return { tool, args, context: contextOf(context), definition }
}

const contextOf = ({ read_only: readOnly, no_web: noWeb, ...names }: JsonObject): TestContext => ({
  ...names,
  ...(readOnly === undefined ? {} : { readOnly: readOnly === true }),
  ...(noWeb === undefined ? {} : { noWeb: noWeb === true })
})
