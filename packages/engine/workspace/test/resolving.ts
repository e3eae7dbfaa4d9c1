import {
  type DispatchContext,
  defineTool,
  type Gated,
  pickDefinition,
  type ResolvedPath,
  type ResourceDeclaration,
  type ToolDefinition
} from "@toolgate/core"
import * as Effect from "effect/Effect"

/** Returns a registered tool that declares the given resources and never runs. */
export const toolWith = (...resources: ReadonlyArray<ResourceDeclaration>): ToolDefinition =>
  pickDefinition(
    defineTool({
      name: "touch",
      description: "Touches files.",
      parameters: { type: "object" },
      sideEffects: "WRITE",
      resources,
      execute: () => null
    })
  )

/** Returns the context of a call in a workspace. */
export const contextIn = (workspace: ResolvedPath): DispatchContext => ({
  session: "s",
  turn: "t",
  principal: { agent: "a", ceiling: { tools: "any" } },
  workspace,
  caller: { kind: "direct" },
  deadline: undefined
})

/** Returns the answer of a step, or the refusal with which the step ends. */
export const answerOf = <A>(step: Gated<A>) => Effect.runSync(Effect.result(step))
