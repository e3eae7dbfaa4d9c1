import type { TurnOptions } from "@toolgate/chain/turn"
import {
  type DispatchContext,
  PendingApprovals,
  type ToolCall,
  ToolEvents,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { type BatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import { DefaultPolicy } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Predicate from "effect/Predicate"
import { type JudgeOptions, judgeCall } from "./CallJudgement.ts"
import type { AskerOptions, CallOptions, ObserveOptions } from "./CallOptions.ts"
import { makeAsker, makeCallContext, readOptions, requireOptions } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { GatePolicy } from "./GatePolicy.ts"
import { GateSkills } from "./GateSkills.ts"
import { gateTools, isVisible } from "./GateTools.ts"
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
import { makePendingQuestions } from "./PendingQuestions.ts"
import * as PinoLogger from "./PinoLogger.ts"
import { makePromisedPlugins } from "./PromisedPlugins.ts"
import { rememberParts } from "./partsOf.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import { Runners } from "./Runners.ts"
import { type ResumeOptions, resumeCall } from "./resumeCall.ts"
import { endSession, openSession } from "./Session.ts"
import type { Toolgate } from "./Toolgate.ts"
import * as ToolgateLayer from "./ToolgateLayer.ts"
import type { ToolgateOptions } from "./ToolgateOptions.ts"
import { planOf, turnOf } from "./turns.ts"

/** Opens the gate of `createToolgate`, which loads this file with the first one. */
export const openToolgate = async <E = never>(options: ToolgateOptions<E>): Promise<Toolgate> => {
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
    reloadPolicy: async () => {
      const policy = Context.getOption(context, GatePolicy)
      if (policy._tag === "None")
        throw new TypeError('Cannot reload the policy: this requires a file policy or "default".')
      const reloaded = await Effect.runPromiseWith(context)(policy.value.reload(() => Effect.void))
      runners.tellTools()
      return reloaded
    },
    cancelSession: (session) => Effect.runPromise(engine.cancelSession(session)),
    endSession: (session) => endSession(engine, session),
    startRunner: async (given) => runners.start(base.principal, given),
    startAgent: async (request) => runners.delegate(request),
    events: () => iterateEvents(Context.get(context, ToolEvents)),
    close,
    [Symbol.asyncDispose]: close
  }
  rememberParts(gate, { services: context, base, supervising: () => runners.supervising() })
  return gate
}

const layers = (context: Context.Context<never>): DefaultPolicy.LayeredPolicy => {
  const running = Context.getOption(context, DefaultPolicy.RunningPolicy)
  if (running._tag === "None")
    throw new TypeError('Cannot add a layer: this requires a file policy or "default", without `cascade: "refused"`.')
  return running.value
}
