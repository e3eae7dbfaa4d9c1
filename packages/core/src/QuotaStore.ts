import * as Context from "effect/Context"
import type { Gated } from "./Refused.ts"

/** A count of calls, and the most that it may come to. The same window, owner and tool are the same count. */
export interface QuotaCount {
  /** How long a call counts: until the session of its owner ends, for sixty seconds, or forever. */
  readonly window: "session" | "minute" | "forever"
  /** The name of whose calls are counted: of a session, or of an agent. Any text, as it came from outside. */
  readonly owner: string
  readonly tool: string
  readonly limit: number
}

/**
 * Where calls are counted that quotas are about. A store that several gates share counts for all of them. What cannot be counted
 * does not run: a store that is out of reach refuses.
 */
export class QuotaStore extends Context.Service<
  QuotaStore,
  {
    /**
     * Counts one call in each of these counts, or, where one of them is full, in none; in one step that nothing comes between.
     * Answers with the first that is full, and with `undefined` where the call was counted.
     */
    readonly take: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Answers with the first that is full, and counts nothing. */
    readonly look: (counts: ReadonlyArray<QuotaCount>) => Gated<QuotaCount | undefined>
    /** Forgets what was counted for a session. It does not wait; what is taken from then on counts anew. */
    readonly sessionEnded: (session: string) => void
  }
>()("@toolgate/core/QuotaStore") {}
