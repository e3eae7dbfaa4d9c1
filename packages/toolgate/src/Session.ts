import {
  type DispatchContext,
  PendingApprovals,
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
import type { AuditChoice } from "./auditChoice.ts"
import { heard, principalOf } from "./callContext.ts"
import { checkOptions } from "./checkOptions.ts"
import { openFolder } from "./openFolder.ts"
import { sessionBatchOptions, sessionCallOptions, sessionOptions } from "./optionNames.ts"
import { type PendingQuestions, pendingQuestions } from "./PendingQuestions.ts"
import { QuestionReaders } from "./QuestionReaders.ts"
import type { SessionCallOptions, SessionOptions } from "./SessionOptions.ts"

/** A door of the gate for one session. Its calls are made for the session's principal, whatever a call's options say. */
export interface Session {
  /** Makes a call of the session. Always answers, never rejects, as the gate's `dispatch`. */
  readonly dispatch: (call: ToolCall, options?: SessionCallOptions) => Promise<ToolExecution>
  /** Makes several calls, and answers in their order. */
  readonly dispatchAll: (
    calls: ReadonlyArray<ToolCall>,
    options?: SessionCallOptions & BatchOptions
  ) => Promise<ReadonlyArray<ToolExecution>>
  readonly tools: {
    /** Returns the tools that the session's agent is told about, in the order of registration. */
    readonly list: () => ReadonlyArray<ToolDefinition>
  }
  /** Whether a tool is among those, by its name or an alias. */
  readonly canUseTool: (tool: string) => boolean
  /** The questions of this session. A question of another session is unknown here. Readers end with the session. */
  readonly approvals: PendingQuestions
  /** Ends the calls of the session; settles when all are answered. */
  readonly cancel: () => Promise<void>
  /** Ends the session as the gate's `endSession` does. Calls that come through this door afterwards are refused. */
  readonly end: () => Promise<void>
}

/** The parts of a gate that a session is made of. */
export interface SessionParts {
  readonly services: Context.Context<ToolDispatchEngine | ToolRegistry | Visibility | PendingApprovals>
  readonly base: DispatchContext
  readonly audit: AuditChoice<unknown> | undefined
  readonly readers: QuestionReaders
}

/** Opens a session. Rejects where an option, or the folder, does not hold. */
export const openSession = async (parts: SessionParts, given: SessionOptions): Promise<Session> => {
  const { services, base, audit } = parts
  if (typeof given?.id !== "string" || given.id === "")
    throw new TypeError('A session needs its id: a text that is not empty, as in { id: "alice" }.')
  checkOptions("A session cannot be opened", given, sessionOptions)
  const { id, workspace: folder, limits, ...who } = given
  const workspace = folder === undefined ? base.workspace : await openFolder("A session", folder, audit)
  // Copied: the app's object may change later.
  const principal = principalOf(base.principal, limits === undefined ? who : { ...who, limits: { ...limits } })
  const context: DispatchContext = { ...base, session: id, principal, workspace }

  const engine = Context.get(services, ToolDispatchEngine)
  const registry = Context.get(services, ToolRegistry)
  const { visible } = Context.get(services, Visibility)
  const readers = new QuestionReaders(parts.readers)
  const ended = refused("Cancelled", `Session "${id}" has ended; nothing was run.`)
  let isOver = false
  const options = (options: SessionCallOptions, names: object): DispatchOptions =>
    isOver ? { ...options, refusal: ended } : heard(options, names)

  return {
    dispatch: (call, given) =>
      engine.dispatchPromise(call, within(context, given), options(given ?? {}, sessionCallOptions)),
    dispatchAll: (calls, given) =>
      engine.dispatchAllPromise(calls, within(context, given), options(given ?? {}, sessionBatchOptions)),
    tools: { list: () => visible(context) },
    canUseTool: (name) => {
      const tool = registry.get(name)?.definition
      return tool !== undefined && visible(context).includes(tool)
    },
    approvals: pendingQuestions(Context.get(services, PendingApprovals), readers, { session: id }),
    cancel: () => Effect.runPromise(engine.cancelSession(id)),
    end: () => {
      isOver = true
      readers.close()
      return endSession(engine, id)
    }
  }
}

/** Ends the calls of a session and forgets what was kept for it; settles when all calls are answered. */
export const endSession = (engine: ToolDispatchEngine["Service"], session: string): Promise<void> => {
  const ended = Effect.runPromise(engine.cancelSession(session))
  engine.sessionEnded(session)
  return ended
}

// Only what a call may choose is taken from its options: a refused one is on record as the session's.
const within = (context: DispatchContext, given: SessionCallOptions | undefined): DispatchContext =>
  given == null
    ? context
    : {
        ...context,
        turn: given.turn ?? context.turn,
        deadline: given.timeoutMs === undefined ? undefined : Date.now() + given.timeoutMs
      }
