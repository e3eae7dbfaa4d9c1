import { type AwaitedApprovals, type ChainRun, ChainRuns, type NewChainRun, StoreUnavailable } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Makes a store of runs in memory. `now` returns milliseconds since the epoch.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns } from "@toolgate/chain/runs"
 * import { makeNewChainRun } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const clock = { now: 0 }
 * const run = makeNewChainRun("1")
 * const { begin, suspend, take } = MemoryChainRuns.make(() => clock.now)
 * await Effect.runPromise(begin(run))
 * await Effect.runPromise(suspend(run.id, { approvals: ["a1"], expiresAt: 60_000 }))
 * clock.now = 60_001
 * // The time to approve is over.
 * assert.equal(await Effect.runPromise(take("a1")), undefined)
 * ```
 */
export const make = (now: () => number = Date.now): ChainRuns["Service"] => {
  const kept = new Map<string, Kept>()
  const held = (id: string, change: (run: Kept) => void) =>
    Effect.suspend(() => {
      const run = kept.get(id)
      if (run?.isHeld !== true) return Effect.fail(notHeld)
      change(run)
      return Effect.void
    })
  const forget = () => {
    const at = now()
    for (const [id, { isHeld, awaited }] of kept) if (!isHeld && awaited.expiresAt <= at) kept.delete(id)
  }
  const takeOf = (found: Kept | undefined): ChainRun | "held" | undefined => {
    if (found === undefined) return undefined
    if (found.isHeld) return "held"
    found.isHeld = true
    return { ...found.run, entries: [...found.entries] }
  }
  return {
    begin: (run) =>
      Effect.sync(() => {
        forget()
        kept.set(run.id, { run, entries: [], isHeld: true, awaited: nothing })
      }),
    append: (id, entry, { approvals, expiresAt } = nothing) =>
      held(id, (run) => {
        run.entries.push(entry)
        run.awaited = {
          approvals: [...run.awaited.approvals, ...approvals],
          expiresAt: Math.max(run.awaited.expiresAt, expiresAt)
        }
      }),
    suspend: (id, awaited) =>
      held(id, (run) => {
        run.isHeld = false
        run.awaited = awaited
      }),
    take: (approval) =>
      Effect.sync(() => {
        forget()
        return takeOf([...kept.values()].find(({ awaited }) => awaited.approvals.includes(approval)))
      }),
    join: (equal) =>
      Effect.sync(() => {
        forget()
        return takeOf(
          [...kept.values()].find(({ run, awaited }) => run.equal === equal && awaited.approvals.length > 0)
        )
      }),
    giveBack: (id) =>
      Effect.sync(() => {
        const run = kept.get(id)
        if (run !== undefined) run.isHeld = false
      }),
    end: (id) => held(id, () => void kept.delete(id))
  }
}

/**
 * Stores runs in memory, for the scripts of one process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns } from "@toolgate/chain/runs"
 * import { ChainRuns } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * // No run waits for this approval.
 * const take = Effect.flatMap(ChainRuns, (runs) => runs.take("a1"))
 * assert.equal(await Effect.runPromise(Effect.provide(take, MemoryChainRuns.layer)), undefined)
 * ```
 */
export const layer: Layer.Layer<ChainRuns> = Layer.sync(ChainRuns, () => make())

interface Kept {
  readonly run: NewChainRun
  readonly entries: Array<string>
  isHeld: boolean
  awaited: AwaitedApprovals
}

const nothing: AwaitedApprovals = { approvals: [], expiresAt: 0 }

const notHeld = new StoreUnavailable({
  message: "The run of the script does not belong to this gate.",
  cause: undefined
})
