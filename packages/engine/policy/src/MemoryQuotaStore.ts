import { type QuotaCount, QuotaStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Counts in the memory of this process: another process counts apart, and a restart begins anew. `now` in milliseconds; a clock that
 * goes back stands still here, so that it frees nothing.
 */
export const make = (now: () => number = () => performance.now()): QuotaStore["Service"] => {
  // By tool and then by owner, so that no two names can be taken for one.
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

export const layer = Layer.sync(QuotaStore, () => make())

type ByTool = Map<string, Map<string, Calls>>

/** The calls of one count. */
interface Calls {
  /** How many of them count at this time, which never goes back. */
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
  /** Their times, the oldest first. Those before `from` count no longer. */
  private readonly times: Array<number> = []
  private from = 0

  since(at: number): number {
    const { times } = this
    while (this.from < times.length && (times[this.from] ?? 0) <= at - 60_000) this.from++
    // Dropped in one go once half of them are old, so that a call costs the same however many a minute allows.
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
