import {
  type DispatchContext,
  defineTool,
  type Refused,
  type RegisteredTool,
  type ResolvedPath,
  type Schema,
  type Tool,
  type ToolRegistrationError,
  type ToolRegistry
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import { makeToolMap } from "../src/makeToolMap.ts"

/** Returns a registry of these tools, outside of any program. */
export const registryOf = (...tools: ReadonlyArray<Tool>): ToolRegistry["Service"] => Effect.runSync(makeToolMap(tools))

/** Returns the problems of a definition. */
export const problemsOf = (tool: Tool): ReadonlyArray<string> => {
  const outcome = Effect.runSync(
    Effect.match(registryOf().add(tool), {
      onSuccess: () => undefined,
      onFailure: (error: ToolRegistrationError) => error
    })
  )
  return outcome?.problems ?? []
}

/** Returns a tool that does nothing, changed as the test needs it. */
export const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    description: "Does nothing.",
    sideEffects: "NONE",
    parameters: { type: "object" },
    execute: () => null
  }),
  ...more
})

export const registered = (parameters: Schema, more: Partial<Tool> = {}): RegisteredTool =>
  Effect.runSync(registryOf().add(tool("it", { parameters, ...more })))

/** Returns the value of a gated step, or its refusal. */
export const answer = <A>(step: Effect.Effect<A, Refused>): A | Refused =>
  Effect.runSync(Effect.match(step, { onSuccess: (value): A | Refused => value, onFailure: (refusal) => refusal }))

export const messageOf = (step: Effect.Effect<unknown, Refused>): string | undefined =>
  Effect.runSync(Effect.match(step, { onSuccess: () => undefined, onFailure: (refusal) => refusal.message }))

export const parseValue = (parameters: Schema, value: unknown, more: Partial<Tool> = {}) =>
  messageOf(registered(parameters, more).parse({ args: value }))

export const parseText = (parameters: Schema, argsText: string) => messageOf(registered(parameters).parse({ argsText }))

export const context = (over: Partial<DispatchContext> = {}): DispatchContext => ({
  session: "session",
  turn: "turn",
  principal: { agent: "agent", ceiling: { tools: "any" } },
  workspace: "/workspace" as ResolvedPath,
  caller: { kind: "direct" },
  deadline: undefined,
  ...over
})
