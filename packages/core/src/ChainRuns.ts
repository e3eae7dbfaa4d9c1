import * as Context from "effect/Context"
import type { Effect } from "effect/Effect"
import type { DispatchContext } from "./DispatchContext.ts"
import type { AttachedApproval } from "./AttachedApproval.ts"
import type { StoreUnavailable } from "./StoreUnavailable.ts"
import type { ToolCall } from "./ToolCall.ts"

/** A run of a script whose calls are recorded, so that it can stop while a person decides and go on later. */
export interface NewChainRun {
  /** 128 random bits, in hexadecimal. */
  readonly id: string
  /** The call that runs the script. */
  readonly call: ToolCall
  readonly context: DispatchContext
  /** The facts about the run's beginning that its broker needs. */
  readonly first: string
  /** The approval with which the call runs, if a person was asked about it. */
  readonly approval?: Pick<AttachedApproval, "id" | "proposed">
  /** A digest of all that a later call has to have in common to go on with the run, if one may (`joinsEarlier`). */
  readonly equal?: string
}

/** A recorded run with what was added to its record, in that order. */
export interface ChainRun extends NewChainRun {
  readonly entries: ReadonlyArray<string>
}

/** The approvals that a run waits for. */
export interface AwaitedApprovals {
  readonly approvals: ReadonlyArray<string>
  /** The time until which the run can go on, in milliseconds since the epoch. It is forgotten afterwards. */
  readonly expiresAt: number
}

/**
 * The record of the runs of scripts that may wait for a person. A run belongs to the gate that has begun or taken it, and nobody else
 * adds to it. A run is taken by one gate at a time. If the process of that gate ends, the run can be taken again by the approvals that
 * it waited for last.
 *
 * An implementation that keeps the record where others reach it seals it: what was changed, exchanged or left out there is never
 * taken.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ChainRuns } from "@toolgate/core"
 *
 * export const callsOf = (approval: string) =>
 *   Effect.gen(function* () {
 *     const { take, giveBack } = yield* ChainRuns
 *     const run = yield* take(approval)
 *     if (run === undefined || typeof run === "string") return undefined
 *     yield* giveBack(run.id)
 *     return run.entries.length
 *   })
 * ```
 */
export class ChainRuns extends Context.Service<
  ChainRuns,
  {
    readonly begin: (run: NewChainRun) => Effect<void, StoreUnavailable>
    /**
     * Adds to the record of a run that this gate holds. When the effect ends, the entry would survive a loss of power. From then on, the
     * run can be taken by these approvals as well, should the process of the gate end.
     */
    readonly append: (id: string, entry: string, awaited?: AwaitedApprovals) => Effect<void, StoreUnavailable>
    /** Lets go of a run that this gate holds, until an approval that it waits for is decided. */
    readonly suspend: (id: string, awaited: AwaitedApprovals) => Effect<void, StoreUnavailable>
    /**
     * Takes the run that waits for an approval. `held`: a gate has it, and still runs. `changed`: the record is not what a gate has
     * written. `undefined`: no run waits for the approval.
     */
    readonly take: (approval: string) => Effect<ChainRun | "held" | "changed" | undefined, StoreUnavailable>
    /**
     * Takes the run that waits for an approval, and that a call with this digest goes on with: the one that has begun first. `held`
     * and `changed` as for `take`.
     */
    readonly join: (equal: string) => Effect<ChainRun | "held" | "changed" | undefined, StoreUnavailable>
    /** Lets a run that was taken wait as before. Does nothing if this gate does not hold the run. */
    readonly giveBack: (id: string) => Effect<void, StoreUnavailable>
    /** Forgets a run that this gate holds. */
    readonly end: (id: string) => Effect<void, StoreUnavailable>
  }
>()("@toolgate/core/ChainRuns") {}
