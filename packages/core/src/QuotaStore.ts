import * as Context from "effect/Context"
import type { Gated } from "./Refused.ts"

/** A count of calls, and the most that it may reach. Equal windows, owners and tools share a count. */
export interface QuotaCount {
  /** The time for which a call counts: until the session of its owner ends, for sixty seconds, or forever. */
  readonly window: "session" | "minute" | "forever"
  /** The name of the session or agent whose calls are counted. It may be any text, as it came from outside. */
  readonly owner: string
  readonly tool: string
  readonly limit: number
}

/**
 * The service that counts calls for quotas. A store that several gates share counts for all of them. A call that cannot be counted
 * does not run: a store that is out of reach refuses it.
 */
export class QuotaStore extends Context.Service<
  QuotaStore,
  {
    /**
     * Counts one call in all of these counts, or in none of them if one is full. Nothing comes between. Returns the first count
     * that is full, or `undefined` if the call was counted.
     */
    readonly take: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Returns the first count that is full, and counts nothing. */
    readonly look: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Forgets the counts of a session. Does not wait. Calls that are counted afterwards count anew. */
    readonly sessionEnded: (session: string) => void
  }
>()("@toolgate/core/QuotaStore") {}
