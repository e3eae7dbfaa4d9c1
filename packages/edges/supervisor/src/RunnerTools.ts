import {
  type Asker,
  type DispatchContext,
  type Principal,
  type Refused,
  refused,
  type ToolCall,
  type ToolDefinition,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Effect from "effect/Effect"

/** Receives the calls of runners. */
export interface RunnerTools {
  /** Never rejects. */
  readonly dispatch: (call: ToolCall, context: DispatchContext, options?: DispatchOptions) => Promise<ToolExecution>
  readonly cancel: (session: string, callId: string) => void
  /** Reports that a session has ended. */
  readonly sessionEnded: (session: string) => void
  readonly visible: (asker: Asker) => ReadonlyArray<ToolDefinition>
  /** Calls `changed` after each change of the tools, and on `tell`. Returns a function that stops it. */
  readonly listen: (changed: () => void) => () => void
  /** Notifies every listener that the visible tools may have changed. */
  readonly tell: () => void
}

/** Makes the receiver that passes calls to the gate. */
export const gateTools = Effect.gen(function* () {
  const engine = yield* ToolDispatchEngine
  const { visible } = yield* Visibility
  const listeners = new Set<() => void>()
  const registry = yield* ToolRegistry
  const tell = () => {
    for (const changed of listeners) changed()
  }
  yield* registry.listen(tell)
  const tools: RunnerTools = {
    dispatch: engine.dispatchPromise,
    cancel: engine.cancelCall,
    sessionEnded: engine.sessionEnded,
    visible,
    listen: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    tell
  }
  return tools
})

/** Limits a receiver to a runner's active skills, also for the runner's children. */
export const limitToSkills = (tools: RunnerTools, narrow: (principal: Principal) => Principal): RunnerTools => {
  const narrowed = <A extends Pick<Asker, "principal">>(asker: A): A => ({
    ...asker,
    principal: narrow(asker.principal)
  })
  return {
    ...tools,
    dispatch: (call, context, options) => tools.dispatch(call, narrowed(context), options),
    visible: (asker) => tools.visible(narrowed(asker))
  }
}

/** A receiver without tools. Every call is answered with `tool_not_found`. */
export const noTools: RunnerTools = {
  dispatch: (call, _context, { refusal = notFound(call) } = {}) => Promise.resolve(notMade(call, refusal)),
  cancel: () => {},
  sessionEnded: () => {},
  visible: () => [],
  listen: () => () => {},
  tell: () => {}
}

const notFound = ({ tool }: ToolCall): Refused =>
  refused("ToolNotFound", `There is no tool "${tool}": this supervisor has no tools.`)

/** Returns the answer to a call that does not reach a gate. */
const notMade = ({ id, tool }: Pick<ToolCall, "id" | "tool">, error: Refused): ToolExecution => ({
  callId: id,
  toolName: tool,
  arguments: undefined,
  success: false,
  output: { content: [], success: false, metadata: {} },
  error,
  executed: "no",
  sandbox: undefined,
  enforced: undefined,
  durationMs: 0,
  waitedMs: 0
})
