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
import { makeAsker, makeCallContext, readOptions, requireOptions } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { GateSkills, type SkillsOfGate } from "./GateSkills.ts"
import { type GateTools, gateTools, isVisible } from "./GateTools.ts"
import { HostedTools } from "./hosted/HostedTools.ts"
import { iterateEvents } from "./iterateEvents.ts"
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
import { makePendingQuestions, type PendingQuestions } from "./PendingQuestions.ts"
import * as PinoLogger from "./PinoLogger.ts"
import { makePromisedPlugins, type PromisedPlugins } from "./PromisedPlugins.ts"
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
  /** Makes a call. Never rejects: a refusal is an answer too. A call with an unknown option is refused. */
  readonly dispatch: (call: ToolCall, options?: CallOptions) => Promise<ToolExecution>
  /**
   * Makes several calls, with as much concurrency as the session allows, and returns their answers in order. Listeners receive events of
   * all calls.
   */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: CallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /**
   * Makes the calls of one turn of a model. Independent calls run concurrently. Arguments can refer to earlier results, as in `{ "$from":
   * "1", "pointer": "/path" }`. Returns answers in the order of the calls, with the same results as running them one by one. If one call
   * may not be combined with others, the whole turn is refused.
   */
  readonly dispatchTurn: (calls: ReadonlyArray<ToolCall>, options?: CallOptions & TurnOptions) => Promise<Turn>
  /**
   * Judges a call without making it: no person is asked, and nothing runs or is recorded or counted. Hooks run, because they may stop or
   * change the call. Never rejects. A later `dispatch` is judged again.
   */
  readonly judge: (call: ToolCall, options?: JudgeOptions) => Promise<CallJudgement>
  /**
   * Judges the calls of a turn before any of them runs. A call that uses another call's result is reported as depending on it, not as
   * allowed. Invalid calls do not make it reject.
   */
  readonly judgeAll: (plan: ReadonlyArray<ToolCall>, options?: JudgeOptions) => Promise<PlanJudgement>
  /**
   * Runs a deferred call once after its approval. The call is resolved and judged again under this gate's current policy. Never rejects. A
   * call that may not run or has already run returns `executed: "no"` with the reason.
   */
  readonly resume: (approvalId: string, options?: ResumeOptions) => Promise<ToolExecution>
  /**
   * Records tool uses that a provider reports, such as web searches. The record states that the gate neither ran nor allowed them, and
   * marks tools that were not declared. Rejects if an option is invalid or the record may be lost.
   */
  readonly observe: (provider: string, uses: Iterable<ObservedUse>, options?: ObserveOptions) => Promise<void>
  /** Lists the gate's tools, and changes them while calls run. */
  readonly tools: GateTools
  /** Lists the gate's plugins, and reloads them while calls run. */
  readonly plugins: PromisedPlugins
  /** Whether an agent can see the tool with this name or alias. A call may still be denied because of its arguments. */
  readonly canUseTool: (tool: string, asker?: AskerOptions) => boolean
  /** The skills of the gate. Calls activate them by name. */
  readonly skills: SkillsOfGate
  /** The open questions of all sessions. Empty if the gate has no way to ask. */
  readonly approvals: PendingQuestions
  /** Opens a session, so that a server needs one line per user. Rejects if an option or the folder is invalid. */
  readonly session: (options: SessionOptions) => Promise<Session>
  /** Narrows the policy for all roles from now on. Throws if the policy has no layers or the layer is invalid. */
  readonly addGlobalLayer: (layer: LayerSpec) => void
  /** Narrows the policy for one role from now on. Throws like `addGlobalLayer`. */
  readonly addRoleLayer: (role: string, layer: LayerSpec) => void
  /** Cancels a session's calls. Resolves when all of them are answered. */
  readonly cancelSession: (session: string) => Promise<void>
  /**
   * Ends a session: cancels its calls, and discards its `per_session` quota counts and people's answers. A later call with this name starts
   * a new session. A runner's session ends with its last runner.
   */
  readonly endSession: (session: string) => Promise<void>
  /**
   * Starts an agent in a separate process. Its calls go through this gate, and it ends with the gate. Rejects if the program cannot be
   * started.
   */
  readonly startRunner: (options: RunnerOptions) => Promise<StartedRunner>
  /**
   * Starts an agent from the option `agents` on behalf of a call, like the tool `delegate`. It gets at most the caller's rights, and
   * becomes the caller's child if the caller is an agent of this gate. Rejects if the request exceeds these rights, the limit of agents is
   * reached, or the program cannot be started.
   */
  readonly startAgent: (request: AgentRequest) => Promise<StartedRunner>
  /** Returns an iterator over the events of calls from now on. A slow reader gets the number of events that it missed. */
  readonly events: () => AsyncIterableIterator<ToolEvent | EventsLost>
  /** Cancels running calls and refuses new ones. */
  readonly close: () => Promise<void>
}

/**
 * Opens a gate. Rejects if the workspace, policy, a catalogue, the audit folder, a tool definition or an option is invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const read = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } })
 * assert.equal(read.success, true)
 *
 * // A refusal is an answer too.
 * const outside = await gate.dispatch({ id: "2", tool: "read_file", args: { path: "../../../../../../etc/passwd" } })
 * assert.deepEqual([outside.executed, outside.error?.why], ["no", "FileDenied"])
 *
 * await assert.rejects(createToolgate({ workspace: "no-such-folder", policy: "default", tools: [] }))
 * ```
 */
export const createToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
  if (!Predicate.isObject(options))
    throw new TypeError('Cannot open the gate: pass an options object with at least "workspace", "policy" and "tools".')
  checkOptions("Cannot open the gate", options, toolgateOptions)
  const { workspace: folder, logger, ...parts } = options
  const workspace = await openFolder("A gate", folder, parts)
  const log = logger ?? (await import("./makeStandardErrorLogger.ts")).makeStandardErrorLogger()
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
    return engine.dispatchPromise(call, makeCallContext(base, options, skills), options)
  }
  const askerFrom = (refused: string, given: AskerOptions | undefined) => {
    const options = requireOptions<AskerOptions>(refused, given, names.asker)
    return makeAsker(base, options, skills)
  }
  const listed = (asker?: AskerOptions) => {
    return visible(askerFrom("Cannot list the tools", asker))
  }
  const declarable = (given?: JudgeOptions) => {
    const options = requireOptions<JudgeOptions>("Cannot declare the tools", given, names.judge)
    return Effect.runPromiseWith(context)(hosted.declarable(makeCallContext(base, options, skills)))
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
      return engine.dispatchAllPromise(calls, makeCallContext(base, options, skills), options)
    },
    dispatchTurn: async (calls, given) => {
      const options = readOptions<CallOptions & TurnOptions>(given ?? {}, names.turn)
      return turnOf(context, calls, makeCallContext(base, options, skills), options)
    },
    judge: (call, given) => {
      const options = readOptions<CallOptions>(given ?? {}, names.judge)
      return judgeCall(context, call, makeCallContext(base, options, skills), options)
    },
    judgeAll: async (plan, given) => {
      const options = readOptions<CallOptions>(given ?? {}, names.judge)
      return planOf(context, plan, makeCallContext(base, options, skills), options)
    },
    resume: (id, given) => {
      const options = readOptions<ResumeOptions>(given ?? {}, resumeOptions)
      return resumeCall(context, id, options, base)
    },
    observe: async (provider, uses, given) => {
      if (closing.signal.aborted) throw new Error("The gate is closed; nothing can be recorded.")
      const options = requireOptions<ObserveOptions>("Cannot observe the uses", given, observeOptions)
      return observeUses(context, provider, uses, makeCallContext(base, options, skills))
    },
    tools: gateTools(context, { list: listed, declarable }, closing.signal),
    plugins: makePromisedPlugins(context, closing.signal),
    canUseTool: (name, asker) => isVisible(registry, name, visible(askerFrom("canUseTool cannot answer", asker))),
    skills: { list: skills.list, prompt: skills.prompt, problems: skills.problems },
    approvals: makePendingQuestions(Context.get(context, PendingApprovals), readers),
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
    events: () => iterateEvents(Context.get(context, ToolEvents)),
    close,
    [Symbol.asyncDispose]: close
  }
  rememberParts(gate, { services: context, base })
  return gate
}

const layers = (context: Context.Context<never>): DefaultPolicy.LayeredPolicy => {
  const running = Context.getOption(context, DefaultPolicy.RunningPolicy)
  if (running._tag === "None")
    throw new TypeError('Cannot add a layer: this requires a file policy or "default", without `cascade: "refused"`.')
  return running.value
}
