import type { PlanJudgement, Turn, TurnOptions } from "@toolgate/chain/turn"
import {
  type DispatchContext,
  type EventsLost,
  type ObservedUse,
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
import type { AgentRequest } from "./AgentOptions.ts"
import { type CallJudgement, type JudgeOptions, judgeCall } from "./CallJudgement.ts"
import type { AskerOptions, CallOptions, ObserveOptions } from "./CallOptions.ts"
import { askerOf, contextOf, readOptions, requireOptions } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { eventsOf } from "./eventsOf.ts"
import { GateSkills, type SkillsOfGate } from "./GateSkills.ts"
import { type GateTools, gateTools, isVisible } from "./GateTools.ts"
import { HostedTools } from "./hosted/HostedTools.ts"
import { observeUses } from "./observeUses.ts"
import { openFolder } from "./openFolder.ts"
import {
  askerOptions,
  batchOptions,
  callOptions,
  judgeOptions,
  observeOptions,
  resumeOptions,
  toolgateOptions,
  turnOptions,
  withSkills
} from "./optionNames.ts"
import { type PendingQuestions, pendingQuestions } from "./PendingQuestions.ts"
import * as PinoLogger from "./PinoLogger.ts"
import { type PromisedPlugins, promisedPlugins } from "./PromisedPlugins.ts"
import { rememberParts } from "./partsOf.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import type { RunnerOptions, StartedRunner } from "./RunnerOptions.ts"
import { Runners } from "./Runners.ts"
import { type ResumeOptions, resumeCall } from "./resumeCall.ts"
import { endSession, openSession, type Session } from "./Session.ts"
import type { SessionOptions } from "./SessionOptions.ts"
import * as ToolgateLayer from "./ToolgateLayer.ts"
import type { ToolgateOptions } from "./ToolgateOptions.ts"
import { planOf, turnOf } from "./turns.ts"

/**
 * The gate between an agent and its tools.
 *
 * ```ts
 * import type { Toolgate } from "toolgate"
 *
 * // Makes the calls of one turn for a user, and drops the tools that the user may not use.
 * export const answer = async (gate: Toolgate, user: string, text: string) => {
 *   const session = await gate.session({ id: user })
 *   if (!session.canUseTool("write_file")) return undefined
 *   return session.dispatch({ id: "1", tool: "write_file", args: { path: "note.txt", content: text } })
 * }
 * ```
 */
export interface Toolgate extends AsyncDisposable {
  /** Makes a call. Always answers, never rejects: a refusal is an answer, and a call with an unknown option is refused. */
  readonly dispatch: (call: ToolCall, options?: CallOptions) => Promise<ToolExecution>
  /** Makes several calls, as many at once as a session may run, and answers in their order. Listeners hear about all of them. */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: CallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /**
   * Makes the calls of one turn of a model: in waves, so that calls which do not depend on each other run at once, and with references
   * to earlier results in the arguments, as `{ "$from": "1", "pointer": "/path" }`. Answers in the order of the calls, with what calls
   * one after the other would come to. A turn that holds a call which may not stand in a turn of several is refused as a whole.
   */
  readonly dispatchTurn: (calls: ReadonlyArray<ToolCall>, options?: CallOptions & TurnOptions) => Promise<Turn>
  /**
   * Judges a call without making it: nobody is asked, and nothing is run, recorded or counted. Hooks are asked, because they may
   * stop or change the call. Never rejects. A later `dispatch` is judged anew.
   */
  readonly judge: (call: ToolCall, options?: JudgeOptions) => Promise<CallJudgement>
  /**
   * Judges the calls of a turn before any of them is made. A call that takes the result of another is never allowed beforehand: it
   * depends. Never rejects for what is in the calls.
   */
  readonly judgeAll: (plan: ReadonlyArray<ToolCall>, options?: JudgeOptions) => Promise<PlanJudgement>
  /**
   * Runs a call that was deferred and approved, once, as if it were made now: it is resolved and judged again, under this gate's
   * policy. Always answers. A call that may not run, or has run already, is answered with `executed: "no"` and the reason.
   */
  readonly resume: (approvalId: string, options?: ResumeOptions) => Promise<ToolExecution>
  /**
   * Puts on record what a provider reports that it ran itself, such as a search of the web. The gate neither ran nor allowed such a
   * use, and the record says so; a use of a tool that was not declared is marked. Rejects if an option is invalid, or if the record
   * may be lost.
   */
  readonly observe: (provider: string, uses: Iterable<ObservedUse>, options?: ObserveOptions) => Promise<void>
  /** The tools of the gate. They can be listed for an agent, and changed while calls run. */
  readonly tools: GateTools
  /** The plugins of the gate. They can be listed, and reloaded while calls run. */
  readonly plugins: PromisedPlugins
  /** Whether an agent is told about a tool, by its name or an alias. Its arguments are judged only when it is called. */
  readonly canUseTool: (tool: string, asker?: AskerOptions) => boolean
  /** The skills of the gate. Calls name those that are active. */
  readonly skills: SkillsOfGate
  /** The questions of all sessions that wait for a person. There are none if there is nobody to ask. */
  readonly approvals: PendingQuestions
  /**
   * Opens a door for one session, so that a server needs one line per user. Rejects if an option or the session's folder is
   * invalid.
   */
  readonly session: (options: SessionOptions) => Promise<Session>
  /** Narrows the policy for everyone, from now on. Throws if the policy has no layers, or the layer is invalid. */
  readonly addGlobalLayer: (layer: LayerSpec) => void
  /** Narrows the policy for a role, from now on. Throws as `addGlobalLayer` does. */
  readonly addRoleLayer: (role: string, layer: LayerSpec) => void
  /** Ends the calls of a session. Resolves when all of them are answered. */
  readonly cancelSession: (session: string) => Promise<void>
  /**
   * Ends a session: its calls, as `cancelSession` does, and what was kept for it, which is the counts of `per_session` quotas and
   * the answers of people. A later call with the same name begins a new session. A runner's session ends with its last runner.
   */
  readonly endSession: (session: string) => Promise<void>
  /**
   * Starts an agent as a process of its own. Its calls go through this gate, and it ends with the gate. Rejects if its program
   * cannot be started.
   */
  readonly startRunner: (options: RunnerOptions) => Promise<StartedRunner>
  /**
   * Starts an agent of the option `agents` for a call, as the tool `delegate` does. It may do at most what the caller may do, and is a
   * child of the caller if that is an agent of this gate. Rejects if it asks for more, if there may be no further one, or if its program
   * cannot be started.
   */
  readonly startAgent: (request: AgentRequest) => Promise<StartedRunner>
  /** Returns the events of calls from now on. A reader that falls behind gets the number of events that it missed. */
  readonly events: () => AsyncIterableIterator<ToolEvent | EventsLost>
  /** Cancels and answers the calls that run, and lets no more in. */
  readonly close: () => Promise<void>
}

/**
 * Opens a gate. Rejects if the workspace, the policy, a catalogue, the audit's folder, a tool's definition or an option is invalid.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const { success, error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * console.log(success ? "Read." : error?.message)
 * ```
 */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  if (!Predicate.isObject(options))
    throw new TypeError("A gate needs its options: the workspace, the policy and the tools at least.")
  checkOptions("A gate cannot be opened", options, toolgateOptions)
  const { workspace: folder, logger, ...parts } = options
  const workspace = await openFolder("A gate", folder, parts)
  const log = logger ?? (await import("./standardErrorLogger.ts")).standardErrorLogger()
  const runtime = ManagedRuntime.make(Layer.provideMerge(ToolgateLayer.layer(parts, workspace), PinoLogger.layer(log)))
  const context = await runtime.context()
  const engine = Context.get(context, ToolDispatchEngine)
  const hosted = Context.get(context, HostedTools)
  const registry = Context.get(context, ToolRegistry)
  const { visible } = Context.get(context, Visibility)
  const skills = Context.get(context, GateSkills)
  const base: DispatchContext = {
    session: "default",
    turn: "default",
    principal: { agent: "default", ceiling: { tools: "any" } },
    workspace,
    caller: { kind: "direct" },
    deadline: undefined
  }
  const names = {
    call: withSkills(callOptions, skills.fault),
    batch: withSkills(batchOptions, skills.fault),
    turn: withSkills(turnOptions, skills.fault),
    judge: withSkills(judgeOptions, skills.fault),
    asker: withSkills(askerOptions, skills.fault)
  }
  const dispatch = (call: ToolCall, given?: CallOptions) => {
    if (given == null) return engine.dispatchPromise(call, base)
    const options = readOptions<CallOptions>(given, names.call)
    return engine.dispatchPromise(call, contextOf(base, options, skills), options)
  }
  const askerFrom = (refused: string, given: AskerOptions | undefined) => {
    const options = requireOptions<AskerOptions>(refused, given, names.asker)
    return askerOf(base, options, skills)
  }
  const listed = (asker?: AskerOptions) => {
    return visible(askerFrom("The tools cannot be listed", asker))
  }
  const declarable = (given?: JudgeOptions) => {
    const options = requireOptions<JudgeOptions>("The tools cannot be declared", given, names.judge)
    return Effect.runPromiseWith(context)(hosted.declarable(contextOf(base, options, skills)))
  }
  const readers = new QuestionReaders()
  const runners = new Runners(context, base, parts.agents)
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    readers.close()
    await runners.close()
    await runtime.dispose()
  }
  const gate: Toolgate = {
    dispatch,
    dispatchAll: (calls, given) => {
      const options = readOptions<CallOptions & BatchOptions>(given ?? {}, names.batch)
      return engine.dispatchAllPromise(calls, contextOf(base, options, skills), options)
    },
    dispatchTurn: async (calls, given) => {
      const options = readOptions<CallOptions & TurnOptions>(given ?? {}, names.turn)
      return turnOf(context, calls, contextOf(base, options, skills), options)
    },
    judge: (call, given) => {
      const options = readOptions<CallOptions>(given ?? {}, names.judge)
      return judgeCall(context, call, contextOf(base, options, skills), options)
    },
    judgeAll: async (plan, given) => {
      const options = readOptions<CallOptions>(given ?? {}, names.judge)
      return planOf(context, plan, contextOf(base, options, skills), options)
    },
    resume: (id, given) => {
      const options = readOptions<ResumeOptions>(given ?? {}, resumeOptions)
      return resumeCall(context, id, options, base)
    },
    observe: async (provider, uses, given) => {
      if (closing.signal.aborted) throw new Error("The gate is closed: nothing can be put on its record any more.")
      const options = requireOptions<ObserveOptions>("Nothing can be observed", given, observeOptions)
      return observeUses(context, provider, uses, contextOf(base, options, skills))
    },
    tools: gateTools(context, { list: listed, declarable }, closing.signal),
    plugins: promisedPlugins(context, closing.signal),
    canUseTool: (name, asker) => isVisible(registry, name, visible(askerFrom("canUseTool cannot answer", asker))),
    skills: { list: skills.list, prompt: skills.prompt, problems: skills.problems },
    approvals: pendingQuestions(Context.get(context, PendingApprovals), readers),
    session: (given) => openSession({ services: context, base, kept: parts, readers, skills }, given),
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
    startRunner: async (given) => runners.start(base.principal, given),
    startAgent: async (request) => runners.delegate(request),
    events: () => eventsOf(Context.get(context, ToolEvents)),
    close,
    [Symbol.asyncDispose]: close
  }
  rememberParts(gate, { services: context, base })
  return gate
}

const layers = (context: Context.Context<never>): DefaultPolicy.LayeredPolicy => {
  const running = Context.getOption(context, DefaultPolicy.RunningPolicy)
  if (running._tag === "None")
    throw new TypeError("Only a policy of files, or the default one, has layers to add to, and only with its cascade.")
  return running.value
}
