import {
  type DispatchContext,
  type EventsLost,
  type RegisteredTool,
  type ToolEvent,
  ToolEvents,
  type ToolExecution,
  ToolRegistry
} from "@toolgate/core"
import { type BatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import { openWorkspace } from "@toolgate/workspace"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type Call, toolCallOf } from "./Call.ts"
import { eventsOf } from "./eventsOf.ts"
import * as PinoLogger from "./PinoLogger.ts"
import * as ToolgateLayer from "./ToolgateLayer.ts"

export interface ToolgateOptions<E = never> extends ToolgateLayer.GateOptions<E> {
  /** The folder that calls work in. It has to exist. */
  readonly workspace: string
  /** Where the gate and its tools log. Without one, to standard error. */
  readonly logger?: PinoLogger.PinoLike
}

/** Who calls, and how long it may take. What is left out is "default". */
export interface CallOptions {
  readonly session?: string
  readonly turn?: string
  readonly agent?: string
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal
  /** For waiting and running together, in milliseconds; for a batch, from its beginning to its end. */
  readonly timeoutMs?: number
}

/** The gate between an agent and its tools. */
export interface Toolgate extends AsyncDisposable {
  /** Always answers, never rejects: a refusal is an answer. */
  readonly dispatch: (call: Call, options?: CallOptions) => Promise<ToolExecution>
  /** Answers in the order of the calls, as many at once as a session may run. */
  readonly dispatchAll: (
    calls: ReadonlyArray<Call>,
    options?: CallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /** What an agent is told about, in the order of registration. */
  readonly tools: () => ReadonlyArray<RegisteredTool>
  /** Ends the calls of a session; settles when all are answered. */
  readonly cancelSession: (session: string) => Promise<void>
  /** What happens to calls from now on. A reader that falls behind is told how many events it missed. */
  readonly events: () => AsyncIterableIterator<ToolEvent | EventsLost>
  /** Cancels what runs, answers it, and lets no more calls in. */
  readonly close: () => Promise<void>
}

/** Opens a gate. Rejects when the workspace, the policy or a tool's definition does not hold. */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  const workspace = await Effect.runPromise(openWorkspace(options.workspace))
  const runtime = ManagedRuntime.make(Layer.provideMerge(ToolgateLayer.layer(options), loggerLayer(options.logger)))
  const context = await runtime.context()
  const engine = Context.get(context, ToolDispatchEngine)
  const registry = Context.get(context, ToolRegistry)
  const base: DispatchContext = {
    session: "default",
    turn: "default",
    principal: { agent: "default", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  const dispatch = (call: Call, given?: CallOptions) =>
    engine.dispatchPromise(toolCallOf(call), given == null ? base : contextOf(base, given), given?.signal)
  const close = () => runtime.dispose()
  return {
    dispatch,
    dispatchAll: (calls, given = {}) => engine.dispatchAllPromise(calls.map(toolCallOf), contextOf(base, given), given),
    tools: () => registry.visible(base),
    cancelSession: (session) => Effect.runPromise(engine.cancelSession(session)),
    events: () => eventsOf(Context.get(context, ToolEvents)),
    close,
    [Symbol.asyncDispose]: close
  }
}

const contextOf = (base: DispatchContext, given: CallOptions): DispatchContext => ({
  ...base,
  session: given.session ?? base.session,
  turn: given.turn ?? base.turn,
  principal: given.agent === undefined ? base.principal : { ...base.principal, agent: given.agent },
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs
})

const loggerLayer = (logger: PinoLogger.PinoLike | undefined) =>
  logger === undefined ? Layer.succeed(Logger.LogToStderr, true) : PinoLogger.layer(logger)
