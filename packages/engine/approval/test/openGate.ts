import { randomBytes } from "node:crypto"
import {
  type Approval,
  type ApprovalClaim,
  type ApprovalDecision,
  type ApprovalQuestion,
  ApprovalStore,
  Approvals,
  type Decider,
  PendingApprovals,
  type QuestionActor,
  type QuestionBounds,
  type QuestionFilter,
  type QuestionView,
  type Refused,
  type ResumableCall,
  ResumableCalls,
  type StoredApproval,
  StoreUnavailable,
  type ToolEvent,
  ToolEvents
} from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { onTestFinished } from "vitest"
import { MemoryApprovalStore, StoredApprovals } from "../src/index.ts"

export type Store = ApprovalStore["Service"]

export const newKey = () => new SecretKey(randomBytes(32))

interface GateOptions extends Partial<StoredApprovals.StoredApprovalsOptions> {
  readonly store?: Store
}

/** Opens a gate's approvals over a store that several of them may share. They are closed at the end of the test. */
export const openGate = async ({
  store = MemoryApprovalStore.make(),
  key = newKey(),
  ...options
}: GateOptions = {}) => {
  const events: Array<ToolEvent> = []
  const logs: Array<string> = []
  const recorded = Layer.mock(ToolEvents, { publish: (event) => void events.push(event) })
  const runtime = ManagedRuntime.make(
    StoredApprovals.layer({ key, ...options }).pipe(
      Layer.provide([recorded, Layer.succeed(ApprovalStore, store)]),
      Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
    )
  )
  onTestFinished(() => runtime.dispose())
  const context = await runtime.context()
  const { obtain, withdraw, sessionEnded } = Context.get(context, Approvals)
  const pending = Context.get(context, PendingApprovals)
  const resumable = Context.get(context, ResumableCalls)
  const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> => Effect.runPromiseWith(context)(effect)
  const answer = (question: ApprovalQuestion): Promise<Approval | Refused> =>
    run(Effect.catch(obtain(question), (refusal) => Effect.succeed(refusal)))
  return {
    store,
    key,
    events,
    logs,
    sessionEnded,
    /** Asks, and returns the question's id, the pending answer and a function that withdraws the question. */
    ask: async (question: ApprovalQuestion) => {
      const before = new Set((await run(pending.list())).map(({ id }) => id))
      const fiber = Effect.runForkWith(context)(Effect.catch(obtain(question), (refusal) => Effect.succeed(refusal)))
      const id = await until(async () => (await run(pending.list())).find((one) => !before.has(one.id))?.id)
      return {
        id,
        answer: run(Fiber.await(fiber)).then((exit) => (exit._tag === "Success" ? exit.value : "interrupted")),
        interrupt: () => run(Fiber.interrupt(fiber))
      }
    },
    /** Asks, and waits for the answer. */
    answer,
    /** Defers a call, and returns the id of its approval. */
    defer: async (question: ApprovalQuestion): Promise<string> => {
      const refusal = await answer(question)
      if (!("pending" in refusal) || refusal.pending === undefined) throw new Error(JSON.stringify(refusal))
      return refusal.pending.approvalId
    },
    /** Withdraws deferred questions whose calls will not be repeated. */
    withdraw: (ids: ReadonlyArray<string>) => run(withdraw?.(ids) ?? Effect.void),
    /** Claims an approval like a starting call. */
    claim: (id: string, claim: ApprovalClaim) => run(store.change(id, { to: "claimed", ...claim })),
    list: (bounds?: QuestionBounds) => run(pending.list(bounds)),
    find: async (id: string, bounds?: QuestionBounds) => (await run(pending.get(id, bounds)))?.request,
    decide: (id: string, decision: ApprovalDecision, decider?: Decider) => run(pending.decide(id, decision, decider)),
    /** The port for clients, with promises. */
    pending: {
      list: (filter?: QuestionFilter) => run(pending.list(filter)),
      find: (filter?: QuestionFilter) => run(pending.find(filter)),
      withdraw: (id: string, actor?: QuestionActor) => run(pending.withdraw(id, actor)),
      history: (id: string, bounds?: QuestionBounds) => run(pending.history(id, bounds)),
      saw: (ids: string | ReadonlyArray<string>, view: QuestionView) => run(pending.saw(ids, view))
    },
    resumable: (id: string): Promise<ResumableCall | undefined> => run(resumable.get(id)),
    close: () => runtime.dispose(),
    /** The kinds of the events so far, in order. */
    told: () =>
      events.map((event) => (event.type === "tool.confirmation_resolved" ? event.decision : event.type.split("_")[1]))
  }
}

/** Waits until a condition holds, looking again in each turn of the event loop. */
export const until = async <A>(look: () => A | undefined | Promise<A | undefined>): Promise<A> => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** A store whose rows are tampered with: `change` rewrites everything that it returns. */
export const tampered = (store: Store) => {
  const changes = new Map<string, (row: StoredApproval) => StoredApproval>()
  const seen = (row: StoredApproval) => changes.get(row.id)?.(row) ?? row
  return {
    store: {
      ...store,
      get: (id) => Effect.map(store.get(id), (row) => (row === undefined ? undefined : seen(row))),
      list: (filter) => Effect.map(store.list(), (rows) => rows.map(seen).filter(matches(filter))),
      change: (id, change) =>
        Effect.map(store.change(id, change), ({ changed, approval }) => ({
          changed,
          approval: approval === undefined ? undefined : seen(approval)
        }))
    } satisfies Store,
    tamper: (id: string, change: (row: StoredApproval) => StoredApproval) => void changes.set(id, change)
  }
}

const matches =
  ({ ids, session, states }: NonNullable<Parameters<Store["list"]>[0]> = {}) =>
  (row: StoredApproval): boolean =>
    (ids?.includes(row.id) ?? true) &&
    (session === undefined || row.session === session) &&
    (states?.includes(row.state) ?? true)

/** A store whose methods fail while `isAway` returns true for their name. */
export const unreliable = (store: Store, isAway: (method: keyof Store) => boolean): Store => {
  const guarded = <A>(method: keyof Store, effect: Effect.Effect<A, StoreUnavailable>) =>
    Effect.suspend(() => (isAway(method) ? Effect.fail(away) : effect))
  return {
    add: (approval, keys) => guarded("add", store.add(approval, keys)),
    get: (id) => guarded("get", store.get(id)),
    list: (filter) => guarded("list", store.list(filter)),
    change: (id, change) => guarded("change", store.change(id, change)),
    saw: (ids, view) => guarded("saw", store.saw(ids, view)),
    history: (id) => guarded("history", store.history(id)),
    sweep: () => guarded("sweep", store.sweep()),
    listen: store.listen
  }
}

const away = new StoreUnavailable({ message: "The store is away; start it.", cause: undefined })
