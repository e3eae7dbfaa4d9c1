import {
  type ApprovalChange,
  type ApprovalEvent,
  type ApprovalKeys,
  type ApprovalState,
  ApprovalStore,
  type ApprovalView,
  mostApprovalViews,
  type StoredApproval
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { testApprovalStore } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

/** The time of a store, and the reading of its clock at that time. */
interface StoreTime {
  readonly latest: number
  readonly seen: number
}

/** The parts of a store that keeps approvals in a list. */
const sound = {
  next: {
    open: ["approved", "denied", "expired", "withdrawn"],
    approved: ["claimed", "expired", "withdrawn"],
    done: ["withdrawn"],
    claimed: ["done", "unknown"]
  } as Partial<Record<ApprovalState, ReadonlyArray<ApprovalState>>>,
  time: (now: number, { latest, seen }: StoreTime) => Math.max(now, latest + Math.max(0, now - seen)),
  isInTime: ({ state, waits, expiresAt }: StoredApproval, to: ApprovalState, now: number) => {
    const isBounded = state === "open" || !waits
    if (to === "expired") return isBounded && now >= expiresAt
    return ["approved", "denied", "claimed"].includes(to) ? !isBounded || now < expiresAt : true
  },
  isFor: ({ digest, decision }: StoredApproval, change: ApprovalChange) =>
    change.to !== "claimed" || (change.digest === digest && change.mac === decision?.mac),
  isFrom: ({ state }: StoredApproval, change: ApprovalChange) =>
    change.to !== "withdrawn" || (change.from ?? state) === state,
  /** The effect between looking and changing. */
  between: Effect.void as Effect.Effect<void>,
  answer: (_before: StoredApproval, after: StoredApproval | undefined) => after,
  kept: (text: string) => text,
  sorted: (rows: ReadonlyArray<StoredApproval>) => rows,
  isIn: (given: ReadonlyArray<string> | undefined, one: string) => given === undefined || given.includes(one),
  isKnown: (rows: ReadonlyArray<StoredApproval>, id: string) => rows.some((row) => row.id === id),
  swept: (_row: StoredApproval): ApprovalState => "expired",
  isDue: (_row: StoredApproval) => true,
  isOver: true,
  isOpen: (row: StoredApproval) => row.state === "open",
  isOfCall: (call: string | undefined, asked: string) => call === asked,
  /** The position after an approval, or -1 if it is unknown. */
  begin: (rows: ReadonlyArray<StoredApproval>, after: string) => rows.findIndex(({ id }) => id === after) + 1 || -1,
  /** The newest entries of a history. */
  noted: (events: ReadonlyArray<ApprovalEvent>, event: ApprovalEvent): ReadonlyArray<ApprovalEvent> => [
    ...events,
    event
  ],
  isSame: (one: ApprovalEvent, { how, by, from }: ApprovalView) =>
    one.kind === how && one.by === by && one.from === from,
  mostViews: mostApprovalViews
}

const storeOf = (change: Partial<typeof sound> = {}) => {
  const store = { ...sound, ...change }
  return (clock: () => number) =>
    Layer.sync(ApprovalStore, () => {
      let rows: ReadonlyArray<StoredApproval> = []
      const keysOf = new Map<string, ApprovalKeys>()
      let time: StoreTime = { latest: 0, seen: 0 }
      const listeners = new Set<() => void>()
      const now = () => {
        const seen = clock()
        time = { latest: store.time(seen, time), seen }
        return time.latest
      }
      const histories = new Map<string, ReadonlyArray<ApprovalEvent>>()
      const note = (id: string, event: ApprovalEvent) => {
        histories.set(id, store.noted(histories.get(id) ?? [], event))
      }
      const get = (id: string) => rows.find((row) => row.id === id)
      const put = (row: StoredApproval, { by, from }: Pick<ApprovalView, "by" | "from"> = {}) => {
        if (row.state !== "open") note(row.id, pickKnown({ kind: row.state, at: now(), by, from }))
        rows = rows.map((other) => (other.id === row.id ? row : other))
        for (const listener of listeners) listener()
      }
      return {
        add: (asked, keys) =>
          Effect.sync(() => {
            if (store.isKnown(rows, asked.id)) return false
            const isOpen = (row: StoredApproval) =>
              store.isOpen(row) && row.expiresAt > now() && keysOf.get(row.id)?.asker === keys?.asker
            if (keys !== undefined && rows.filter(isOpen).length >= keys.mostOpen) return false
            if (keys !== undefined) keysOf.set(asked.id, keys)
            const sealed = store.kept(asked.sealed)
            rows = [
              ...rows.filter(({ id }) => id !== asked.id),
              { ...asked, sealed, state: "open", decision: undefined, outcome: undefined }
            ]
            note(asked.id, { kind: "asked", at: now(), by: asked.agent })
            for (const listener of listeners) listener()
            return true
          }),
        get: (id) => Effect.sync(() => get(id)),
        list: ({ call, ids, states, session, agent, tool, after, limit, newestFirst } = {}) =>
          Effect.sync(() => {
            const inOrder = newestFirst ? store.sorted(rows).toReversed() : store.sorted(rows)
            const begin = after === undefined ? 0 : store.begin(inOrder, after)
            return (begin < 0 ? [] : inOrder.slice(begin))
              .filter((row) => store.isIn(ids, row.id) && store.isIn(states, row.state))
              .filter((row) => call === undefined || store.isOfCall(keysOf.get(row.id)?.call, call))
              .filter((row) => session === undefined || row.session === session)
              .filter((row) => (agent ?? row.agent) === row.agent && (tool ?? row.tool) === row.tool)
              .slice(0, limit)
          }),
        change: Effect.fnUntraced(function* (id, to) {
          const before = get(id)
          const isAllowed =
            before !== undefined &&
            store.next[before.state]?.includes(to.to) === true &&
            store.isInTime(before, to.to, now()) &&
            store.isFor(before, to) &&
            store.isFrom(before, to)
          yield* store.between
          if (before === undefined || !isAllowed)
            return { changed: false, approval: before && store.answer(before, get(id)) }
          const decision = "decision" in to ? { decision: to.decision } : {}
          const outcome = "outcome" in to ? { outcome: to.outcome } : {}
          const who = "decision" in to ? to.decision : "who" in to ? to.who : {}
          put({ ...before, state: to.to, ...decision, ...outcome }, who)
          return { changed: true, approval: get(id) }
        }),
        saw: (ids, view) =>
          Effect.sync(() => {
            for (const id of new Set(ids)) {
              const events = histories.get(id)
              const earlier = events?.findIndex((one) => store.isSame(one, view)) ?? -1
              if (events === undefined) continue
              if (earlier >= 0)
                histories.set(
                  id,
                  events.map((one, at) => (at === earlier ? { ...one, lastAt: now() } : one))
                )
              else if (events.filter(({ kind }) => kind === "shown" || kind === "opened").length < store.mostViews)
                note(id, pickKnown({ kind: view.how, at: now(), by: view.by, from: view.from }))
            }
          }),
        history: (id) => Effect.sync(() => histories.get(id) ?? []),
        sweep: () =>
          Effect.sync(() => {
            const at = now()
            for (const row of rows)
              if (store.isDue(row) && store.next[row.state]?.includes("expired") && store.isInTime(row, "expired", at))
                put({ ...row, state: store.swept(row) })
          }),
        listen: (changed) =>
          Effect.acquireRelease(
            Effect.sync(() => listeners.add(changed)),
            () => Effect.sync(() => store.isOver && listeners.delete(changed))
          )
      }
    })
}

/** Leaves out who is unknown. */
const pickKnown = ({ kind, at, by, from }: Pick<ApprovalEvent, "kind" | "at"> & Pick<ApprovalView, "by" | "from">) => ({
  kind,
  at,
  ...(by === undefined ? {} : { by }),
  ...(from === undefined ? {} : { from })
})

describe("a store of rows", () => testApprovalStore({ describe, it }, storeOf()))

const inTime = sound.isInTime

it.each([
  ["a text is trimmed", { kept: (text) => text.trim() }, "keeps every text unchanged"],
  ["half a character is replaced", { kept: (text) => text.toWellFormed() }, "keeps every text unchanged"],
  ["the newest comes first", { sorted: (rows) => rows.toReversed() }, "lists approvals in the order of asking"],
  [
    "no bound is one that is empty",
    { isIn: (given, one) => !given?.length || given.includes(one) },
    "lists approvals in the order of asking"
  ],
  ["any call is found by any key", { isOfCall: () => true }, "finds the requests for a call by its key"],
  ["no request is found by a key", { isOfCall: () => false }, "finds the requests for a call by its key"],
  [
    "a request that is over counts as open",
    { isOpen: () => true },
    "stores no request of an asker that has reached the limit of open ones"
  ],
  [
    "no request counts as open",
    { isOpen: () => false },
    "stores no request of an asker that has reached the limit of open ones"
  ],
  [
    "a denied approval can be approved",
    { next: { ...sound.next, denied: ["approved"] } },
    "changes a state only if that is allowed"
  ],
  [
    "a claim cannot be given up",
    { next: { ...sound.next, claimed: ["done"] } },
    "changes a state only if that is allowed"
  ],
  ["a claim is for any request", { isFor: () => true }, "gives a claim only to the request with its digest"],
  [
    "a decided approval is withdrawn as an open one is",
    { isFrom: () => true },
    "withdraws only open requests, if asked to"
  ],
  [
    "a decision comes too late",
    { isInTime: (row, to, now) => inTime(row, to, row.state === "open" && to !== "expired" ? now - 1 : now) },
    "accepts decisions until the approval expires"
  ],
  [
    "a claim comes too late",
    { isInTime: (row, to, now) => to === "claimed" || inTime(row, to, now) },
    "gives a deferred call its claim until the approval expires"
  ],
  [
    "a claim that is waited for expires",
    { isInTime: (row, to, now) => inTime({ ...row, waits: false }, to, now) },
    "gives a deferred call its claim until the approval expires"
  ],
  ["its clock is believed", { time: (now) => now }, "revives nothing when its clock goes back"],
  [
    "its time stands still after its clock went back",
    { time: (now, { latest }) => Math.max(now, latest) },
    "ends requests that were made while its clock was ahead, once as much time has passed"
  ],
  ["something comes between looking and changing", { between: Effect.yieldNow }, "accepts the first of many changes"],
  [
    "the second learns the earlier state",
    { between: Effect.yieldNow, answer: (before) => before },
    "accepts the first of many changes"
  ],
  ["an approval is replaced", { isKnown: () => false }, "never replaces an approval"],
  ["a page begins with its cursor", { begin: (rows, after) => rows.findIndex(({ id }) => id === after) }, "any page"],
  [
    "a page begins anew after an ended approval",
    { begin: (rows, after) => rows.findIndex(({ id, state }) => id === after && state === "open") + 1 },
    "any page"
  ],
  ["nothing is noted", { noted: (events) => events }, "records what happened"],
  ["each view is an entry", { isSame: () => false }, "records what happened"],
  ["views of others are one", { isSame: (one, { how }) => one.kind === how }, "records what happened"],
  ["views have no limit", { mostViews: Number.POSITIVE_INFINITY }, "keeps a limited number of views"],
  ["nothing is swept", { isDue: () => false }, "sweeps expired requests"],
  [
    "too much is swept",
    { isInTime: (row, to, now) => to === "expired" || inTime(row, to, now) },
    "sweeps expired requests"
  ],
  ["what is due is withdrawn", { swept: () => "withdrawn" }, "sweeps expired requests"],
  ["listening never ends", { isOver: false }, "notifies listeners of new and changed approvals"]
] satisfies ReadonlyArray<readonly [string, Partial<typeof sound>, string]>)(
  "rejects a store if %s",
  async (_name, change, failed) => {
    const names = await failedCases((suite) => testApprovalStore(suite, storeOf(change)))
    expect(names).toContainEqual(expect.stringContaining(failed))
  }
)
