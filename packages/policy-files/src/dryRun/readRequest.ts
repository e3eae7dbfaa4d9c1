import {
  type JsonObject,
  type Refused,
  type RegisteredTool,
  refused,
  type Tool,
  type ToolCall,
  type ToolRegistry
} from "@toolgate/core"
import type { TestContext } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import type { DryCall } from "./DryCall.ts"
import { requestSchema } from "./requestSchema.ts"

/**
 * A request as a tool of which it is the arguments: so it is read, bounded and checked by the same code as every call's
 * arguments are. Never called, and registered only to be checked.
 */
const requestTool: Tool = {
  name: "toolgate.dry-run.request",
  aliases: [],
  title: undefined,
  description: "A request to judge a call.",
  parameters: requestSchema,
  output: undefined,
  schemas: "full",
  sideEffects: "NONE",
  effects: [],
  destructive: false,
  risk: "SAFE",
  category: undefined,
  permission: undefined,
  resources: [],
  requiresWorkspace: false,
  requiresCapability: true,
  timeoutMs: 1,
  callers: ["direct"],
  implementations: [{ kind: "command", argv: ["false"], input: "stdin", output: "text" }]
}

/** How the registry reads what the request tool is given. */
export const requestParser = (registry: ToolRegistry["Service"]): Effect.Effect<RegisteredTool["parse"]> =>
  Effect.gen(function* () {
    const { parse } = yield* Effect.orDie(registry.register(requestTool))
    yield* registry.unregister(requestTool.name)
    return parse
  })

/** Reads a request, from a line of JSON text or from a value. */
export const readRequest = (parse: RegisteredTool["parse"], given: ToolCall["args"]): Effect.Effect<DryCall, Refused> =>
  parse(given).pipe(Effect.map(callOf), Effect.mapError(asRequest))

const callOf = (request: JsonObject): DryCall => {
  // Checked by the schema.
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
  return { tool, args: { value: args }, context: contextOf(context), definition }
}

const contextOf = ({ read_only: readOnly, no_web: noWeb, ...names }: JsonObject): TestContext => ({
  ...names,
  ...(readOnly === undefined ? {} : { readOnly: readOnly === true }),
  ...(noWeb === undefined ? {} : { noWeb: noWeb === true })
})

/** The refusal in words about a request, which is one line of text. */
const asRequest = ({ message, details }: Refused): Refused => {
  const says = message
    .replace(
      /^Arguments of "[^"]*" are empty;.*$/,
      'is empty; send a JSON object, as in {"tool": "read_file", "args": {}}.'
    )
    .replace(/^Arguments of "[^"]*" are /, "is ")
    .replace(/^Arguments of "[^"]*" /, "")
    .replace("at line 1, column", "at column")
  return refused("InvalidArgs", `The request ${says}`, details)
}
