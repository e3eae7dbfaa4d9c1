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
import { deferral, principalOf, readOptions, requireOptions } from "./callContext.ts"
import type { GateSkills } from "./GateSkills.ts"
import { isVisible } from "./GateTools.ts"
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
import { type PendingQuestions, pendingQuestions } from "./PendingQuestions.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import { type ResumeOptions, resumeCall } from "./resumeCall.ts"
import type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"
import type { GateOptions } from "./ToolgateOptions.ts"
import { planOf, turnOf } from "./turns.ts"

/**
 * A door of the gate for one session. Its calls are made for the session's principal, whatever a call's options say.
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
  /** Makes a call of the session. Always answers, never rejects, as the gate's `dispatch` does. */
  readonly dispatch: (call: ToolCall, options?: SessionCallOptions) => Promise<ToolExecution>
  /** Makes several calls, and answers in their order. */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: SessionCallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  /** Makes the calls of one turn of a model, as the gate's `dispatchTurn` does. */
  readonly dispatchTurn: (calls: ReadonlyArray<ToolCall>, options?: SessionCallOptions & TurnOptions) => Promise<Turn>
  /** Judges a call of the session without making it, as the gate's `judge` does. */
  readonly judge: (call: ToolCall, options?: Pick<JudgeOptions, "turn">) => Promise<CallJudgement>
  /** Judges the calls of a turn before any of them is made, as the gate's `judgeAll` does. */
  readonly judgeAll: (plan: ReadonlyArray<ToolCall>, options?: Pick<JudgeOptions, "turn">) => Promise<PlanJudgement>
  /** Runs a call that this session deferred, as the gate's `resume` does. The approval of another session is unknown here. */
  readonly resume: (approvalId: string, options?: ResumeOptions) => Promise<ToolExecution>
  /** Puts on record what a provider reports that it ran itself, as the gate's `observe` does. Also once the session has ended. */
  readonly observe: (
    provider: string,
    uses: Iterable<ObservedUse>,
    options?: Pick<ObserveOptions, "turn">
  ) => Promise<void>
  readonly tools: {
    /** Returns the tools that the session's agent is told about, in the order of registration. */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Resolves to the tools that may be declared to a model now, as the gate's `declarable` does. Once the session has ended, no
     * hosted tool is among them.
     */
    readonly declarable: (options?: Pick<JudgeOptions, "turn">) => Promise<ReadonlyArray<ToolDefinition>>
  }
  /** Whether the session's agent is told about a tool, by its name or an alias. */
  readonly canUseTool: (tool: string) => boolean
  /** The questions of this session. A question of another session is unknown here. Readers end with the session. */
  readonly approvals: PendingQuestions
  /** Ends the calls of the session. Resolves when all of them are answered. */
  readonly cancel: () => Promise<void>
  /**
   * Ends the session as the gate's `endSession` does. Calls that come through this door afterwards are refused, and it has no
   * questions any more: a session that is opened again under this name is another one.
   */
  readonly end: () => Promise<void>
}

/** The parts of a gate that a session is made of. */
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
    "A session cannot be opened",
    given,
    withSkills(sessionOptions, skills.fault)
  )
  const { id, workspace: folder } = options
  if (typeof id !== "string" || id === "")
    throw new TypeError('A session needs its id: a text that is not empty, as in { id: "alice" }.')
  const workspace = folder === undefined ? base.workspace : await openFolder("A session", folder, kept)
  const opened: DispatchContext = {
    ...base,
    session: id,
    principal: principalOf(base.principal, options, skills),
    workspace
  }
  const active = options.skills
  // A tool that changes may leave a group that a skill lists. None joins: the session began without it.
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

  return {
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
        "Nothing can be observed",
        given,
        sessionJudgeOptions
      )
      return observeUses(services, provider, uses, within(now(), options))
    },
    tools: {
      list: () => visible(now()),
      declarable: async (given) => {
        const options = requireOptions<Pick<JudgeOptions, "turn">>(
          "The tools cannot be declared",
          given,
          sessionJudgeOptions
        )
        if (over === undefined) return Effect.runPromiseWith(services)(hosted.declarable(within(now(), options)))
        return visible(now()).filter((tool) => !isHosted(tool))
      }
    },
    canUseTool: (name) => isVisible(registry, name, visible(now())),
    approvals: pendingQuestions(Context.get(services, PendingApprovals), readers, { session: id }),
    cancel: () => over ?? Effect.runPromise(engine.cancelSession(id)),
    end: () => {
      readers.close()
      // Once: a session of this name may have been opened since, and is not this one.
      over ??= endSession(engine, id, getQueueShare(opened).agent)
      return over
    }
  }
}

/**
 * Ends the calls of a session and forgets what was kept for it. Resolves when all calls are answered. `agent`: the agent
 * whose temporary files end. Absent: those of all agents.
 */
export const endSession = (engine: ToolDispatchEngine["Service"], session: string, agent?: string): Promise<void> => {
  const ended = Effect.runPromise(engine.cancelSession(session))
  engine.sessionEnded(session, agent)
  return ended
}

// Only what a call may choose is taken from its options: a refused one is on record as the session's.
const within = (context: DispatchContext, given: SessionCallOptions): DispatchContext => ({
  ...context,
  turn: given.turn ?? context.turn,
  deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs,
  ...deferral(given)
})
