import { type QuotaCount, QuotaStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Returns a store that counts calls in the memory of this process. Other processes count separately, and a restart
 * begins at zero. `now` returns milliseconds. If `now` goes backwards, the store's clock stops, so that a counted call
 * never expires early.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryQuotaStore } from "@toolgate/policy"
 * import * as Effect from "effect/Effect"
 *
 * const clock = { now: 0 }
 * const { take } = MemoryQuotaStore.make(() => clock.now)
 * const count = { window: "minute", owner: "alice", tool: "deploy", limit: 1 } as const
 * assert.equal(await Effect.runPromise(take([count])), undefined)
 * assert.equal(await Effect.runPromise(take([count])), count)
 * clock.now = 60_001
 * assert.equal(await Effect.runPromise(take([count])), undefined)
 * ```
 */
export const make = (now: () => number = () => performance.now()): QuotaStore["Service"] => {
  // Counts are stored by tool and then by owner, so that different pairs of names never share a key.
  const counted: Record<QuotaCount["window"], ByTool> = { session: new Map(), minute: new Map(), forever: new Map() }
  let latest = Number.NEGATIVE_INFINITY
  const time = (): number => {
    latest = Math.max(latest, now())
    return latest
  }
  const firstFull = (counts: ReadonlyArray<QuotaCount>, at: number): QuotaCount | undefined =>
    counts.find(({ window, owner, tool, limit }) => (counted[window].get(tool)?.get(owner)?.since(at) ?? 0) >= limit)
  const add = ({ window, owner, tool }: QuotaCount, at: number): void => {
    const owners = counted[window].get(tool) ?? new Map<string, Calls>()
    const calls = owners.get(owner) ?? (window === "minute" ? new CallsOfMinute() : new AllCalls())
    counted[window].set(tool, owners.set(owner, calls))
    calls.add(at)
  }
  return {
    take: (counts) => {
      const at = time()
      const full = firstFull(counts, at)
      if (full === undefined) for (const count of counts) add(count, at)
      return Effect.succeed(full)
    },
    look: (counts) => Effect.succeed(firstFull(counts, time())),
    sessionEnded: (session) => {
      for (const owners of counted.session.values()) owners.delete(session)
    }
  }
}

/**
 * A layer of the store that counts calls in the memory of this process.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { QuotaStore } from "@toolgate/core"
 * import { MemoryQuotaStore } from "@toolgate/policy"
 * import * as Effect from "effect/Effect"
 *
 * const count = { window: "session", owner: "alice", tool: "deploy", limit: 1 } as const
 * const program = Effect.gen(function* () {
 *   const { look, sessionEnded, take } = yield* QuotaStore
 *   yield* take([count])
 *   const full = yield* look([count])
 *   sessionEnded("alice")
 *   return [full, yield* look([count])]
 * })
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryQuotaStore.layer)), [count, undefined])
 * ```
 */
export const layer = Layer.sync(QuotaStore, () => make())

type ByTool = Map<string, Map<string, Calls>>

interface Calls {
  /** Returns how many calls count at the time `at`, in milliseconds. `at` never goes backwards. */
  since(at: number): number
  add(at: number): void
}

class AllCalls implements Calls {
  private calls = 0
  since(): number {
    return this.calls
  }
  add(): void {
    this.calls++
  }
}

class CallsOfMinute implements Calls {
  /** The times of the calls, the oldest first. Calls before the index `from` no longer count. */
  private readonly times: Array<number> = []
  private from = 0

  since(at: number): number {
    const { times } = this
    while (this.from < times.length && (times[this.from] ?? 0) <= at - 60_000) this.from++
    // Old times are dropped only when they fill half of the list, so that the cost of a call does not depend on the
    // quota.
    if (this.from > times.length / 2) {
      times.splice(0, this.from)
      this.from = 0
    }
    return times.length - this.from
  }

  add(at: number): void {
    this.times.push(at)
  }
}
