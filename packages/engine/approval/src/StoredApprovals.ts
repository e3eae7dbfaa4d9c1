import {
  type ApprovalRequest,
  ApprovalStore,
  Approvals,
  LoggedArgs,
  PendingApprovals,
  type PolicySource,
  ResumableCalls,
  type ToolEvent,
  ToolEvents
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { Scope } from "effect/Scope"
import { ApprovalRecords } from "./ApprovalRecords.ts"
import * as refusals from "./approvalRefusals.ts"
import { findChangedUses } from "./approvedFiles.ts"
import { makeRequestedEvent, makeResolvedEvent } from "./confirmationEvents.ts"
import { Decisions } from "./Decisions.ts"
import { DeferredQuestions } from "./DeferredQuestions.ts"
import { makePendingApprovals } from "./makePendingApprovals.ts"
import { makeSuggester } from "./makeSuggester.ts"
import type { OnAsk } from "./OnAsk.ts"
import type { EndListeners } from "./QuestionEnds.ts"
import { Questions } from "./Questions.ts"
import { Resumption } from "./Resumption.ts"
import { SessionAnswers } from "./SessionAnswers.ts"
import type { Suggest } from "./Suggest.ts"
import { WaitingQuestions } from "./WaitingQuestions.ts"

/** Options for asking people. */
export interface ApprovalsOptions {
  /** Called at once with each question of a waiting call. Without it, a question waits in `PendingApprovals` for a client. */
  readonly onAsk?: OnAsk
  /** The time that a question waits, in milliseconds, from 1 to 2147483647. Five minutes by default. */
  readonly timeoutMs?: number
  /** The maximum number of open questions per agent, including its delegated agents. 100 by default. */
  readonly questionsPerAgent?: number
  /** Suggests a rule for each call that is approved with the scope `always`. */
  readonly suggest?: Suggest
  /** Whether answers may apply to the session. True by default; false for a gate that ends with its call. */
  readonly sessionAnswers?: boolean
  /** The policy of the gate. It is stored with each request. */
  readonly policySource?: PolicySource
}

export interface StoredApprovalsOptions extends ApprovalsOptions {
  /** The key that seals requests and decisions. Gates that share a store need the same key. */
  readonly key: SecretKey
}

/**
 * Asks people through `onAsk` and any number of clients, and stores questions and decisions in an `ApprovalStore`. Several
 * processes may share the store: the first decision counts, and any gate can resume a deferred call, also after a restart.
 * Throws if the options are invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { MemoryApprovalStore, StoredApprovals } from "@toolgate/approval"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import * as Layer from "effect/Layer"
 * import { createToolgate, defineTool } from "toolgate"
 *
 * const parameters = { type: "object" } as const
 * const execute = () => "Deployed."
 * const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
 * const approvals = StoredApprovals.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
 *   Layer.provide(MemoryApprovalStore.layer)
 * )
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
 * // The call does not wait: its question is stored until a person answers.
 * const { pending, executed } = await gate.dispatch({ id: "1", tool: "deploy", args: {} }, { defer: {} })
 * assert.equal(executed, "no")
 * assert.deepEqual(
 *   (await gate.approvals.list()).map(({ id }) => id),
 *   [pending?.approvalId]
 * )
 * ```
 */
export const layer = (
  options: StoredApprovalsOptions
): Layer.Layer<Approvals | PendingApprovals | ResumableCalls, never, ApprovalStore | ToolEvents> => {
  checkOptions(options)
  return Layer.effectContext(Effect.flatMap(ApprovalStore, (store) => makeServices(store, true, options)))
}

/**
 * Throws if the options are invalid.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { StoredApprovals } from "@toolgate/approval"
 *
 * StoredApprovals.checkOptions({ timeoutMs: 60_000 })
 * assert.throws(() => StoredApprovals.checkOptions({ timeoutMs: 0 }), RangeError)
 * ```
 */
export const checkOptions = ({ onAsk, suggest, timeoutMs = 1, questionsPerAgent = 1 }: ApprovalsOptions): void => {
  if (onAsk !== undefined && typeof onAsk !== "function")
    throw new TypeError('"onAsk" must be a function that asks a person.')
  if (suggest !== undefined && typeof suggest !== "function")
    throw new TypeError('"suggest" must be a function that suggests a rule.')
  if (!(typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= longestTimer))
    throw new RangeError(`"timeoutMs" must be a number of milliseconds more than 0 and at most ${longestTimer}.`)
  if (!(typeof questionsPerAgent === "number" && questionsPerAgent >= 1))
    throw new RangeError('"questionsPerAgent" must be a number of questions, 1 or more.')
}

/**
 * Builds the services over a store. `isShared`: other code may change the store too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { MemoryApprovalStore, StoredApprovals } from "@toolgate/approval"
 * import { PendingApprovals } from "@toolgate/core"
 * import { BoundedToolEvents } from "@toolgate/dispatch"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 *
 * const store = MemoryApprovalStore.make()
 * const program = Effect.gen(function* () {
 *   const services = yield* StoredApprovals.makeServices(store, false, { key: new SecretKey(randomBytes(32)) })
 *   return yield* Context.get(services, PendingApprovals).list()
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.scoped(Effect.provide(program, BoundedToolEvents.layer))), [])
 * ```
 */
export const makeServices = (
  store: ApprovalStore["Service"],
  isShared: boolean,
  {
    onAsk,
    timeoutMs = 5 * 60_000,
    questionsPerAgent = 100,
    suggest,
    key,
    policySource,
    sessionAnswers = true
  }: StoredApprovalsOptions
): Effect.Effect<Context.Context<Approvals | PendingApprovals | ResumableCalls>, never, ToolEvents | Scope> =>
  Effect.gen(function* () {
    const events = yield* ToolEvents
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const log = ({ session, agent, callId, toolName, args }: ApprovalRequest, message: string, cause: unknown) => {
      const line = cause === undefined ? Effect.logError(message) : Effect.logError(message, Cause.die(cause))
      const annotated = Effect.annotateLogs(line, { session, agent, callId, tool: toolName })
      runFork(Effect.provideService(annotated, LoggedArgs, [args]))
    }
    // Errors of a listener must not delay an answer.
    const publish = (request: ApprovalRequest, event: ToolEvent) => {
      try {
        events.publish(event)
      } catch (cause) {
        log(request, heardBadly, cause)
      }
    }
    const deciding = new Set<Fiber.Fiber<void>>()
    const records = new ApprovalRecords({ store, isShared, key, policySource, questionsPerAgent })
    const answers = new SessionAnswers()
    const requested = (request: ApprovalRequest) => publish(request, makeRequestedEvent(request))
    const ends: EndListeners = {
      resolved: (request, end) => publish(request, makeResolvedEvent(request, end)),
      lost: (request, cause) => log(request, "The approval store could not be told how a question ended.", cause)
    }
    const suggested = makeSuggester(suggest, (request, cause) => log(request, "No rule could be suggested.", cause))
    const waiting = new WaitingQuestions({
      records,
      answers,
      onAsk,
      timeoutMs,
      sessionAnswers,
      run: (effect) => {
        const fiber = runFork(effect)
        deciding.add(fiber)
        fiber.addObserver(() => void deciding.delete(fiber))
      },
      tell: {
        ...ends,
        requested,
        broke: (request, cause) =>
          log(
            request,
            cause === undefined
              ? "onAsk returned an invalid decision; the call was refused."
              : "onAsk failed; the call was refused.",
            cause
          ),
        suggested
      }
    })
    const resumption = new Resumption(records, key, answers)
    const deferred = new DeferredQuestions({ records, sessionAnswers, requested, ...ends })
    const questions = new Questions(records, answers, waiting, deferred, resumption)
    const decisions = new Decisions(records, waiting, suggested, ends.resolved)
    if (isShared) yield* hearing(store, waiting)
    // Decisions during shutdown are still stored and suggested, because the process may end with the gate.
    const decided = Effect.suspend(() => Effect.forEach([...deciding], Fiber.await, { concurrency: "unbounded" }))
    yield* Effect.addFinalizer(() => Effect.andThen(waiting.close(), Effect.timeoutOption(decided, "5 seconds")))
    return Context.make(Approvals, {
      obtain: (question) => {
        const { given } = question.request
        return given === undefined ? questions.obtain(question) : resumption.approvalFor(question, given)
      },
      recheck: ({ request, grant, approval }) => {
        if (approval === undefined) return Exit.void
        return Effect.flatMap(findChangedUses(approval.files ?? [], request, grant), (changed) =>
          changed.length === 0 ? Exit.void : Exit.fail(refusals.differsFrom(request.tool.name, approval.id, changed))
        )
      },
      withdraw: (ids) => deferred.withdraw(ids),
      sessionEnded: (session) => answers.sessionEnded(session)
    }).pipe(
      Context.add(
        PendingApprovals,
        makePendingApprovals(decisions, questions, store, (cause) =>
          runFork(Effect.logError(heardBadly, Cause.die(cause)))
        )
      ),
      Context.add(ResumableCalls, { get: (id) => resumption.get(id) })
    )
  })

/** Listens for decisions made elsewhere until the scope closes. Concurrent changes are handled once. */
const hearing = Effect.fnUntraced(function* (store: ApprovalStore["Service"], waiting: WaitingQuestions) {
  const changes = yield* Queue.sliding<void>(1)
  yield* store.listen(() => void Queue.offerUnsafe(changes, undefined))
  const hear = Effect.catch(waiting.hear(), (error) =>
    Effect.logError("The approval store cannot be read; calls keep waiting.", Cause.fail(error))
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(changes), hear)))
  yield* Effect.ignore(store.sweep())
})

const heardBadly = "A listener threw when it was notified of a question."

// A longer timer would fire at once.
const longestTimer = 2 ** 31 - 1
