import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { AttachedApproval } from "./AttachedApproval.ts"
import type { DispatchContext } from "./DispatchContext.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A script run whose calls are recorded, so that the script can pause for a decision and continue later. */
export interface NewChainRun {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  readonly call: ToolCall
  readonly context: DispatchContext
  /** Data that the run's broker stored at the start. */
  readonly first: string
  /** The approval of the call, if a person was asked. */
  readonly approval?: Pick<AttachedApproval, "id" | "proposed">
  /** A digest that a later call has to match to continue this run (`joinsEarlier`). Absent: no call may join it. */
  readonly equal?: string
}

/** A recorded run and the entries of its record, in order. */
export interface ChainRun extends NewChainRun {
  readonly entries: ReadonlyArray<string>
}

/** The approvals that a run waits for. */
export interface AwaitedApprovals {
  readonly approvals: ReadonlyArray<string>
  /** The time until which the run can continue, in milliseconds since the epoch. The run is deleted then. */
  readonly expiresAt: number
}

/**
 * Records script runs that may wait for a person. A run belongs to the gate that began or took it; only this gate adds to
 * it, and only one gate can hold it. If the gate's process ends, another gate can take the run by the approvals that it
 * last waited for.
 *
 * An implementation that stores records where others can reach them has to seal them: a run whose record was changed,
 * swapped or truncated is never taken.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns } from "@toolgate/chain/runs"
 * import { ChainRuns } from "@toolgate/core"
 * import { makeNewChainRun } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const run = makeNewChainRun("1")
 * const program = Effect.gen(function* () {
 *   const { append, begin, suspend, take } = yield* ChainRuns
 *   yield* begin(run)
 *   yield* append(run.id, "the answer of its first call")
 *   yield* suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 })
 *   // Only one gate can take the run.
 *   const taken = yield* take("a1")
 *   return [typeof taken === "object" && taken.entries, yield* take("a1")]
 * })
 * const answer = await Effect.runPromise(Effect.provide(program, MemoryChainRuns.layer))
 * assert.deepEqual(answer, [["the answer of its first call"], "held"])
 * ```
 */
export class ChainRuns extends Context.Service<
  ChainRuns,
  {
    readonly begin: (run: NewChainRun) => Effect<void, StoreUnavailable>
    /**
     * Adds an entry to a run of this gate. When the effect ends, the entry survives a power failure. If the gate's process
     * ends, the run can then also be taken by the `awaited` approvals.
     */
    readonly append: (id: string, entry: string, awaited?: AwaitedApprovals) => Effect<void, StoreUnavailable>
    /** Releases a run of this gate until one of the awaited approvals is decided. */
    readonly suspend: (id: string, awaited: AwaitedApprovals) => Effect<void, StoreUnavailable>
    /**
     * Takes the run that waits for an approval. `held`: a gate is still running it. `changed`: the record was tampered
     * with. `undefined`: no run waits for this approval.
     */
    readonly take: (approval: string) => Effect<ChainRun | "held" | "changed" | undefined, StoreUnavailable>
    /** Takes the oldest waiting run with this digest. Returns `held` and `changed` like `take`. */
    readonly join: (equal: string) => Effect<ChainRun | "held" | "changed" | undefined, StoreUnavailable>
    /** Returns a taken run to its waiting state. Does nothing if this gate does not hold the run. */
    readonly giveBack: (id: string) => Effect<void, StoreUnavailable>
    /** Deletes the record of a run of this gate. */
    readonly end: (id: string) => Effect<void, StoreUnavailable>
  }
>()("@toolgate/core/ChainRuns") {}
