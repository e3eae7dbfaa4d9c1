import {
  type ApprovalFilter,
  type ApprovalKeys,
  ApprovalStore,
  RecentMap,
  type StoredApproval,
  StoreUnavailable
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { applyChange, isAllowed, mayChange } from "./approvalTransitions.ts"
import { ForwardClock } from "./ForwardClock.ts"
import { MemoryHistory } from "./MemoryHistory.ts"
import { PlaceList, takePage } from "./PlaceList.ts"

/**
 * Creates a store in memory. It remembers the newest 10,000 ended approvals and the newest outcomes. `now` returns
 * milliseconds since the epoch.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovalStore } from "@toolgate/approval"
 * import { makeNewApproval } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const clock = { now: 1_000 }
 * const { add, change } = MemoryApprovalStore.make(() => clock.now)
 * const request = makeNewApproval({ expiresAt: 2_000, waits: false })
 * await Effect.runPromise(add(request))
 * clock.now = 3_000
 * // The approval has expired in the meantime.
 * const { changed, approval } = await Effect.runPromise(change(request.id, { to: "expired" }))
 * assert.deepEqual([changed, approval?.state], [true, "expired"])
 * ```
 */
export const make = (now: () => number = forward()): ApprovalStore["Service"] => {
  let latest = 0
  let seen = Number.POSITIVE_INFINITY
  // Strictly increasing: after the clock is set back, continues from the last time.
  const time = () => {
    const at = now()
    latest = Math.max(latest + Math.max(0, at - seen), at)
    seen = at
    return latest
  }
  let added = 0
  const open = new Map<string, Kept>()
  const others = new RecentMap<Kept>(remembered)
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const find = (id: string) => open.get(id) ?? others.get(id)
  const openInOrder = new PlaceList<Kept>(({ approval: { id } }) => open.has(id))
  const allInOrder = new PlaceList<Kept>((kept) => find(kept.approval.id) === kept)
  const byCall = new RecentMap<Set<string>>(2 * remembered)
  const openOf = new Map<string, number>()
  let nextDue = Number.POSITIVE_INFINITY
  const countOpen = (asker: string, by: number) => {
    const count = (openOf.get(asker) ?? 0) + by
    if (count === 0) openOf.delete(asker)
    else openOf.set(asker, count)
  }
  const ofCall = (call: string) => {
    const ids = byCall.get(call) ?? new Set<string>()
    for (const id of ids) if (find(id) === undefined) ids.delete(id)
    return [...ids]
  }
  const expire = (at: number) => {
    if (at < nextDue) return 0
    nextDue = Number.POSITIVE_INFINITY
    const due: Array<Kept> = []
    for (const kept of [...open.values(), ...others.values()]) {
      const { approval } = kept
      if (mayChange(approval, "expired", at)) due.push(kept)
      else if (mayChange(approval, "expired", approval.expiresAt)) nextDue = Math.min(nextDue, approval.expiresAt)
    }
    for (const kept of due) {
      put(kept, { ...kept.approval, state: "expired" })
      kept.history.add("expired", at)
    }
    return due.length
  }
  const outcomes = new Set<Kept>()
  let outcomesLength = 0
  const put = (kept: Kept, approval: StoredApproval): StoredApproval => {
    const { keys } = kept
    if (outcomes.delete(kept)) outcomesLength -= kept.approval.outcome?.length ?? 0
    kept.approval = Object.freeze(approval)
    if (open.delete(approval.id) && keys !== undefined) countOpen(keys.asker, -1)
    if (keys !== undefined && !isJoinable(approval)) byCall.get(keys.call)?.delete(approval.id)
    others.set(approval.id, kept)
    if (approval.outcome !== undefined) outcomes.add(kept)
    outcomesLength += approval.outcome?.length ?? 0
    for (const oldest of outcomes) {
      if (outcomesLength <= longestOutcomes) break
      outcomes.delete(oldest)
      outcomesLength -= oldest.approval.outcome?.length ?? 0
      oldest.approval = Object.freeze({ ...oldest.approval, outcome: undefined })
    }
    return approval
  }
  return {
    add: (asked, keys) =>
      Effect.suspend(() => {
        if (find(asked.id) !== undefined) return Effect.fail(taken)
        if (keys !== undefined && (openOf.get(keys.asker) ?? 0) >= keys.mostOpen) {
          if (expire(time()) > 0) changed()
          if ((openOf.get(keys.asker) ?? 0) >= keys.mostOpen) return Effect.succeed(false)
        }
        const approval = Object.freeze({ ...asked, state: "open" as const, decision: undefined, outcome: undefined })
        const kept = { place: added++, keys, approval, history: new MemoryHistory() }
        kept.history.add("asked", time(), { by: asked.agent })
        open.set(asked.id, kept)
        openInOrder.add(kept)
        allInOrder.add(kept)
        nextDue = Math.min(nextDue, asked.expiresAt)
        if (keys !== undefined) {
          countOpen(keys.asker, 1)
          byCall.set(keys.call, new Set([...ofCall(keys.call), asked.id]))
        }
        changed()
        return Effect.succeed(true)
      }),
    get: (id) => Effect.sync(() => find(id)?.approval),
    list: (filter = {}) =>
      Effect.sync(() => {
        const { call, states, after, limit = Number.POSITIVE_INFINITY, newestFirst = false } = filter
        const last = after === undefined ? undefined : find(after)?.place
        if (after !== undefined && last === undefined) return []
        const ids = filter.ids ?? (call === undefined ? undefined : ofCall(call))
        const inOrder = states?.every((state) => state === "open") ? openInOrder : allInOrder
        const page = { after: last, newestFirst, limit }
        const isWanted = ({ approval }: Kept) => matches(approval, filter)
        const found = ids === undefined ? inOrder.take(page, isWanted) : takePage(sorted(ids, find), page, isWanted)
        return found.map(({ approval }) => approval)
      }),
    change: (id, change) =>
      Effect.sync(() => {
        const kept = find(id)
        const before = kept?.approval
        const at = time()
        if (kept === undefined || before === undefined || !isAllowed(before, change, at))
          return { changed: false, approval: before }
        const approval = put(kept, applyChange(before, change))
        kept.history.add(change.to, at, "decision" in change ? change.decision : "who" in change ? change.who : {})
        changed()
        return { changed: true, approval }
      }),
    saw: (ids, view) =>
      Effect.sync(() => {
        const at = time()
        for (const id of new Set(ids)) find(id)?.history.see(view, at)
      }),
    history: (id) => Effect.sync(() => find(id)?.history.list() ?? []),
    sweep: () =>
      Effect.sync(() => {
        if (expire(time()) > 0) changed()
      }),
    listen: (listener) => {
      // Wrapped, so that a function registered twice is called twice.
      const own = () => listener()
      return Effect.acquireRelease(
        Effect.sync(() => void listeners.add(own)),
        () => Effect.sync(() => void listeners.delete(own))
      )
    }
  }
}

/**
 * An in-memory store for the approvals of one process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryApprovalStore } from "@toolgate/approval"
 * import { ApprovalStore } from "@toolgate/core"
 * import { makeNewApproval } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const program = Effect.gen(function* () {
 *   const { add, list } = yield* ApprovalStore
 *   yield* add(makeNewApproval({ session: "alice", expiresAt: Date.now() + 60_000 }))
 *   return (yield* list({ session: "alice", states: ["open"] })).length
 * })
 * assert.equal(await Effect.runPromise(Effect.provide(program, MemoryApprovalStore.layer)), 1)
 * ```
 */
export const layer: Layer.Layer<ApprovalStore> = Layer.sync(ApprovalStore, () => make())

const forward = () => {
  const clock = new ForwardClock()
  return () => clock.now()
}

const taken = new StoreUnavailable({ message: "The store already has an approval with this ID.", cause: undefined })

interface Kept {
  /** The position in the order of asking. */
  readonly place: number
  readonly keys: ApprovalKeys | undefined
  readonly history: MemoryHistory
  approval: StoredApproval
}

/** The approvals with these ids, in the order of asking. */
const sorted = (ids: ReadonlyArray<string>, find: (id: string) => Kept | undefined): ReadonlyArray<Kept> =>
  [...new Set(ids)].flatMap((id) => find(id) ?? []).sort((a, b) => a.place - b.place)

/** The number of decided approvals to remember. A forgotten approval can no longer be claimed. */
const remembered = 10_000

/** The total length of remembered outcomes, in characters. */
const longestOutcomes = 64 * 1024 * 1024

/** Whether a later request for the same call may join this approval. */
const isJoinable = ({ state }: StoredApproval): boolean =>
  state === "open" || state === "approved" || state === "denied"

const matches = (approval: StoredApproval, { session, agent, tool, states }: ApprovalFilter): boolean =>
  (session === undefined || approval.session === session) &&
  (agent === undefined || approval.agent === agent) &&
  (tool === undefined || approval.tool === tool) &&
  (states === undefined || states.includes(approval.state))
