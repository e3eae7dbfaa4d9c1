import {
  type DispatchContext,
  type EventsLost,
  PendingApprovals,
  type ToolCall,
  type ToolEvent,
  ToolEvents,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { type BatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import { DefaultPolicy, type LayerSpec } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Predicate from "effect/Predicate"
import type { AskerOptions, CallOptions } from "./CallOptions.ts"
import { askerOf, contextOf, principalOf, readOptions } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { eventsOf } from "./eventsOf.ts"
import { type GateTools, gateTools } from "./GateTools.ts"
import { openFolder } from "./openFolder.ts"
import { askerOptions, batchOptions, callOptions, toolgateOptions } from "./optionNames.ts"
import { type PendingQuestions, pendingQuestions } from "./PendingQuestions.ts"
import * as PinoLogger from "./PinoLogger.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"
import { Runners } from "./Runners.ts"
import { endSession, openSession, type Session } from "./Session.ts"
import type { SessionOptions } from "./SessionOptions.ts"
import * as ToolgateLayer from "./ToolgateLayer.ts"
import type { ToolgateOptions } from "./ToolgateOptions.ts"

/** The gate between an agent and its tools. */
export interface Toolgate extends AsyncDisposable {
  /** Always answers, never rejects: a refusal is an answer, and so is what becomes of a call with an option that there is not. */
  readonly dispatch: (call: ToolCall, options?: CallOptions) => Promise<ToolExecution>
  /** Answers in the order of the calls, as many at once as a session may run. Listeners hear about all of them. */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: CallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /** The tools of the gate: what an agent is told about, and what can be changed while calls run. */
  readonly tools: GateTools
  /** Whether an agent is told about a tool, by its name or an alias. What its arguments point at is judged when it is called. */
  readonly canUseTool: (tool: string, asker?: AskerOptions) => boolean
  /** The questions that wait for a person, of all sessions. Empty where there is nobody to ask. */
  readonly approvals: PendingQuestions
  /**
   * Opens a door for one session, so that a server needs one line per user. Rejects where an option, or the session's folder,
   * does not hold.
   */
  readonly session: (options: SessionOptions) => Promise<Session>
  /** Narrows the policy for everyone, from now on. Throws where the policy has no layers, or the layer does not hold. */
  readonly addGlobalLayer: (layer: LayerSpec) => void
  /** Narrows the policy for a role. */
  readonly addRoleLayer: (role: string, layer: LayerSpec) => void
  /** Ends the calls of a session; settles when all are answered. */
  readonly cancelSession: (session: string) => Promise<void>
  /**
   * Ends a session: its calls, as `cancelSession` does, and what was kept for it, which are the counts of `per_session` quotas and
   * the answers of people. A call that names it later begins a new one. A runner's session ends with the last runner in it.
   */
  readonly endSession: (session: string) => Promise<void>
  /**
   * Starts an agent as a process of its own, whose calls go through this gate and which ends with it. Rejects where its program
   * cannot be started.
   */
  readonly startRunner: (options: RunnerOptions) => Promise<StartedRunner>
  /** What happens to calls from now on. A reader that falls behind is told how many events it missed. */
  readonly events: () => AsyncIterableIterator<ToolEvent | EventsLost>
  /** Cancels what runs, answers it, and lets no more calls in. */
  readonly close: () => Promise<void>
}

/** Opens a gate. Rejects when the workspace, the policy, the audit's folder, a tool's definition or the name of an option does not hold. */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  if (!Predicate.isObject(options))
    throw new TypeError("A gate needs its options: the workspace, the policy and the tools at least.")
  checkOptions("A gate cannot be opened", options, toolgateOptions)
  const { workspace: folder, logger, ...parts } = options
  const workspace = await openFolder("A gate", folder, parts.audit)
  const log = logger ?? (await import("./standardErrorLogger.ts")).standardErrorLogger()
  const runtime = ManagedRuntime.make(Layer.provideMerge(ToolgateLayer.layer(parts), PinoLogger.layer(log)))
  const context = await runtime.context()
  const engine = Context.get(context, ToolDispatchEngine)
  const registry = Context.get(context, ToolRegistry)
  const { visible } = Context.get(context, Visibility)
  const base: DispatchContext = {
    session: "default",
    turn: "default",
    principal: { agent: "default", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  const dispatch = (call: ToolCall, given?: CallOptions) => {
    if (given == null) return engine.dispatchPromise(call, base)
    const options = readOptions<CallOptions>(given, callOptions)
    return engine.dispatchPromise(call, contextOf(base, options), options)
  }
  const listed = (asker?: AskerOptions) => {
    checkOptions("The tools cannot be listed", asker, askerOptions)
    return visible(askerOf(base, asker ?? {}))
  }
  const readers = new QuestionReaders()
  const runners = new Runners(context, base, parts.sandboxes ?? {})
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    readers.close()
    await runners.close()
    await runtime.dispose()
  }
  return {
    dispatch,
    dispatchAll: (calls, given) => {
      const options = readOptions<CallOptions & BatchOptions>(given ?? {}, batchOptions)
      return engine.dispatchAllPromise(calls, contextOf(base, options), options)
    },
    tools: gateTools(context, listed, closing.signal),
    canUseTool: (name, asker) => {
      checkOptions("Whether a tool can be used cannot be told", asker, askerOptions)
      const tool = registry.get(name)?.definition
      return tool !== undefined && visible(askerOf(base, asker ?? {})).includes(tool)
    },
    approvals: pendingQuestions(Context.get(context, PendingApprovals), readers),
    session: (given) => openSession({ services: context, base, audit: parts.audit, readers }, given),
    addGlobalLayer: (layer) => {
      layers(context).addGlobal(layer)
      runners.tellTools()
    },
    addRoleLayer: (role, layer) => {
      layers(context).addRole(role, layer)
      runners.tellTools()
    },
    cancelSession: (session) => Effect.runPromise(engine.cancelSession(session)),
    endSession: (session) => endSession(engine, session),
    startRunner: async (given) => runners.start(principalOf(base.principal, given), given),
    events: () => eventsOf(Context.get(context, ToolEvents)),
    close,
    [Symbol.asyncDispose]: close
  }
}

const layers = (context: Context.Context<never>): DefaultPolicy.LayeredPolicy => {
  const running = Context.getOption(context, DefaultPolicy.RunningPolicy)
  if (running._tag === "None") throw new TypeError("Only a policy of files, or the default one, has layers to add to.")
  return running.value
}
