import type { PlanJudgement, Turn, TurnOptions } from "@toolgate/chain/turn"
import {
  type DispatchContext,
  getQueueShare,
  isHosted,
  type ObservedUse,
  PendingApprovals,
  type ResumableCalls,
  refused,
  type ToolCall,
  type ToolDefinition,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import { type BatchOptions, type DispatchOptions, ToolDispatchEngine } from "@toolgate/dispatch"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type CallJudgement, type JudgeOptions, judgeCall } from "./CallJudgement.ts"
import type { ObserveOptions } from "./CallOptions.ts"
import { deferral, makePrincipal, pickTraceparent, readOptions, requireOptions } from "./callContext.ts"
import type { GateSkills } from "./GateSkills.ts"
import { isVisible } from "./GateTools.ts"
import { rememberSession } from "./getSessionContext.ts"
import { HostedTools } from "./hosted/HostedTools.ts"
import { observeUses } from "./observeUses.ts"
import { openFolder } from "./openFolder.ts"
import {
  resumeOptions,
  sessionBatchOptions,
  sessionCallOptions,
  sessionJudgeOptions,
  sessionOptions,
  sessionTurnOptions,
  withSkills
} from "./optionNames.ts"
import { makePendingQuestions, type PendingQuestions } from "./PendingQuestions.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import { type ResumeOptions, resumeCall } from "./resumeCall.ts"
import type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"
import type { GateOptions } from "./ToolgateOptions.ts"
import { planOf, turnOf } from "./turns.ts"

/**
 * A gate for one session. Its calls always use the session's principal.
 *
 * ```ts
 * import type { Session } from "toolgate"
 *
 * // Shows a user their questions until the session ends.
 * export const showQuestions = async (session: Session, show: (id: string, text: string) => void) => {
 *   for await (const { id, summary } of session.approvals) show(id, summary)
 * }
 * ```
 */
export interface Session {
  /** Makes a call in the session, like the gate's `dispatch`. Never rejects. */
  readonly dispatch: (call: ToolCall, options?: SessionCallOptions) => Promise<ToolExecution>
  /** Makes several calls and returns their answers in order. */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: SessionCallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /** Makes the calls of one turn of a model, like the gate's `dispatchTurn`. */
  readonly dispatchTurn: (calls: ReadonlyArray<ToolCall>, options?: SessionCallOptions & TurnOptions) => Promise<Turn>
  /** Judges a call without making it, like the gate's `judge`. */
  readonly judge: (call: ToolCall, options?: Pick<JudgeOptions, "turn">) => Promise<CallJudgement>
  /** Judges the calls of a turn before any of them runs, like the gate's `judgeAll`. */
  readonly judgeAll: (plan: ReadonlyArray<ToolCall>, options?: Pick<JudgeOptions, "turn">) => Promise<PlanJudgement>
  /** Runs a call that this session deferred, like the gate's `resume`. Approvals of other sessions are unknown here. */
  readonly resume: (approvalId: string, options?: ResumeOptions) => Promise<ToolExecution>
  /** Records tool uses that a provider reports, like the gate's `observe`. Also works after the session has ended. */
  readonly observe: (
    provider: string,
    uses: Iterable<ObservedUse>,
    options?: Pick<ObserveOptions, "turn">
  ) => Promise<void>
  readonly tools: {
    /** Returns the tools that the session's agent can see, in the order of registration. */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Resolves to the tools that may be declared to a model now, like the gate's `declarable`. After the session has ended, hosted tools
     * are left out.
     */
    readonly declarable: (options?: Pick<JudgeOptions, "turn">) => Promise<ReadonlyArray<ToolDefinition>>
  }
  /** Whether the session's agent can see the tool with this name or alias. */
  readonly canUseTool: (tool: string) => boolean
  /** The questions of this session. Questions of other sessions are unknown here. Readers end with the session. */
  readonly approvals: PendingQuestions
  /** Cancels the session's calls. Resolves when all of them are answered. */
  readonly cancel: () => Promise<void>
  /**
   * Ends the session, like the gate's `endSession`. Later calls through this object are refused, and its list of questions stays empty,
   * even if a new session is opened under the same name.
   */
  readonly end: () => Promise<void>
}

/** The parts of a gate that a session uses. */
export interface SessionParts {
  readonly services: Context.Context<
    ToolDispatchEngine | HostedTools | ToolRegistry | Visibility | PendingApprovals | ResumableCalls
  >
  readonly base: DispatchContext
  readonly kept: Pick<GateOptions<unknown>, "audit" | "store">
  readonly readers: QuestionReaders
  readonly skills: GateSkills["Service"]
}

/** Opens a session. Rejects if an option or the folder is invalid. */
export const openSession = async (parts: SessionParts, given: SessionOptions): Promise<Session> => {
  const { services, base, kept, skills } = parts
  const options = requireOptions<SessionOptions>(
    "Cannot open the session",
    given,
    withSkills(sessionOptions, skills.fault)
  )
  const { id, workspace: folder } = options
  if (typeof id !== "string" || id === "")
    throw new TypeError('Cannot open the session: "id" must be a non-empty string, as in { id: "alice" }.')
  const workspace = folder === undefined ? base.workspace : await openFolder("A session", folder, kept)
  const opened: DispatchContext = {
    ...base,
    session: id,
    principal: makePrincipal(base.principal, options, skills),
    workspace
  }
  const active = options.skills
  // A changed tool may leave a group that a skill lists. It never joins one, because the session began without it.
  const now = (): DispatchContext => {
    const principal = active === undefined ? opened.principal : skills.narrow(opened.principal, active)
    return principal === opened.principal ? opened : { ...opened, principal }
  }

  const engine = Context.get(services, ToolDispatchEngine)
  const hosted = Context.get(services, HostedTools)
  const registry = Context.get(services, ToolRegistry)
  const { visible } = Context.get(services, Visibility)
  const readers = new QuestionReaders(parts.readers)
  const ended = refused("Cancelled", `Session "${id}" has ended; nothing was run.`)
  let over: Promise<void> | undefined
  const read = (given: SessionCallOptions | undefined, names: object): SessionCallOptions & DispatchOptions => {
    const options = readOptions<SessionCallOptions>(given ?? {}, names)
    return over !== undefined ? { ...options, refusal: ended } : options
  }

  const session: Session = {
    dispatch: (call, given) => {
      if (given == null && over === undefined) return engine.dispatchPromise(call, now())
      const options = read(given, sessionCallOptions)
      return engine.dispatchPromise(call, within(now(), options), options)
    },
    dispatchAll: (calls, given) => {
      const options = read(given, sessionBatchOptions)
      return engine.dispatchAllPromise(calls, within(now(), options), options)
    },
    dispatchTurn: async (calls, given) => {
      const options: SessionCallOptions & TurnOptions & DispatchOptions = read(given, sessionTurnOptions)
      return turnOf(services, calls, within(now(), options), options)
    },
    judge: (call, given) => {
      const options = read(given, sessionJudgeOptions)
      return judgeCall(services, call, within(now(), options), options)
    },
    judgeAll: async (plan, given) => {
      const options = read(given, sessionJudgeOptions)
      return planOf(services, plan, within(now(), options), options)
    },
    resume: (approval, given) => resumeCall(services, approval, read(given, resumeOptions), now(), true),
    observe: async (provider, uses, given) => {
      const options = requireOptions<Pick<ObserveOptions, "turn">>(
        "Cannot observe the uses",
        given,
        sessionJudgeOptions
      )
      return observeUses(services, provider, uses, within(now(), options))
    },
    tools: {
      list: () => visible(now()),
      declarable: async (given) => {
        const options = requireOptions<Pick<JudgeOptions, "turn">>(
          "Cannot declare the tools",
          given,
          sessionJudgeOptions
        )
        if (over === undefined) return Effect.runPromiseWith(services)(hosted.declarable(within(now(), options)))
        return visible(now()).filter((tool) => !isHosted(tool))
      }
    },
    canUseTool: (name) => isVisible(registry, name, visible(now())),
    approvals: makePendingQuestions(Context.get(services, PendingApprovals), readers, { session: id }),
    cancel: () => over ?? Effect.runPromise(engine.cancelSession(id)),
    end: () => {
      readers.close()
      // Runs once: a later session of the same name must not be ended.
      over ??= endSession(engine, id, getQueueShare(opened).agent)
      return over
    }
  }
  rememberSession(session, { now, skills: active === undefined ? [] : skills.named(active) })
  return session
}

/**
 * Cancels a session's calls and discards its state. Resolves when all calls are answered. `agent` limits the removal of temporary files to
 * one agent.
 */
export const endSession = (engine: ToolDispatchEngine["Service"], session: string, agent?: string): Promise<void> => {
  const ended = Effect.runPromise(engine.cancelSession(session))
  engine.sessionEnded(session, agent)
  return ended
}

// Takes only what a call may choose, so that a refused call is still recorded under the session.
const within = (context: DispatchContext, given: SessionCallOptions): DispatchContext => ({
  ...context,
  turn: given.turn ?? context.turn,
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs,
  ...deferral(given),
  ...pickTraceparent(given)
})
