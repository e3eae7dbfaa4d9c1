import {
  type Asker,
  type DispatchContext,
  type RegisteredTool,
  refused,
  type ToolCall,
  ToolEvents,
  type ToolExecution,
  Visibility
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"
import { EventRoutes } from "./EventRoutes.ts"

/** Where the calls of runners go. */
export interface RunnerTools {
  /** Never rejects. */
  readonly dispatch: (call: ToolCall, context: DispatchContext, options?: DispatchOptions) => Promise<ToolExecution>
  readonly cancel: (session: string, callId: string) => void
  /** Says that a session has ended. */
  readonly sessionEnded: (session: string) => void
  readonly visible: (asker: Asker) => ReadonlyArray<RegisteredTool>
  readonly routes: EventRoutes | undefined
}

/** The gate. */
export const gateTools = Effect.gen(function* () {
  const engine = yield* ToolDispatchEngine
  const { visible } = yield* Visibility
  const routes = yield* EventRoutes.make(yield* ToolEvents)
  const tools: RunnerTools = {
    dispatch: engine.dispatchPromise,
    cancel: engine.cancelCall,
    sessionEnded: engine.sessionEnded,
    visible,
    routes
  }
  return tools
})

/** There is nothing to call: every call is answered with `tool_not_found`. */
export const noTools: RunnerTools = {
  dispatch: (call) => Promise.resolve(notFound(call)),
  cancel: () => {},
  sessionEnded: () => {},
  visible: () => [],
  routes: undefined
}

const notFound = ({ id, tool }: ToolCall): ToolExecution => ({
  callId: id,
  toolName: tool,
  arguments: undefined,
  success: false,
  output: { content: [], success: false, metadata: {} },
  error: refused("ToolNotFound", `There is no tool "${tool}": this supervisor was given no tools.`),
  executed: "no",
  sandbox: undefined,
  enforced: undefined,
  durationMs: 0,
  waitedMs: 0
})
