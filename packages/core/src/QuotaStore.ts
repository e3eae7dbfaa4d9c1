import * as Context from "effect/Context"
import type { Gated } from "./Refused.ts"

/** A counter of calls and its limit. Equal window, owner and tool share one counter. */
export interface QuotaCount {
  /** The period in which calls count: until the owner's session ends, for sixty seconds, or forever. */
  readonly window: "session" | "minute" | "forever"
  /** The session or agent whose calls are counted. The name comes from outside and may be any text. */
  readonly owner: string
  readonly tool: string
  readonly limit: number
}

/**
 * Counts calls for quotas. Gates that share a store share its counters. If the store cannot be reached, the call is refused.
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
 *   const { take } = yield* QuotaStore
 *   return [yield* take([count]), yield* take([count])]
 * })
 * // The limit is one call per session.
 * assert.deepEqual(await Effect.runPromise(Effect.provide(program, MemoryQuotaStore.layer)), [undefined, count])
 * ```
 */
export class QuotaStore extends Context.Service<
  QuotaStore,
  {
    /**
     * Counts one call on all of these counters atomically, or on none if one is full. Returns the first full counter, or
     * `undefined` if the call was counted.
     */
    readonly take: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Returns the first full counter without counting. */
    readonly look: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Resets the counters of a session. Does not wait. */
    readonly sessionEnded: (session: string) => void
  }
>()("@toolgate/core/QuotaStore") {}
