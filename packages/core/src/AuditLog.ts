import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { DispatchContext } from "./DispatchContext.ts"
import type { ObservedBy, ObservedUse } from "./ObservedUse.ts"
import type { Permit } from "./Permit.ts"
import type { Refused } from "./Refused.ts"
import type { Replayed, ToolExecution } from "./ToolExecution.ts"

/** The record of one permitted call: that it is to run, and how it was answered. */
export interface AuditEntry {
  /**
   * Records that the call is to run. Called once. The effect ends when the intent is kept as the log promises, and only then does
   * the call begin. The call does not run if the effect fails, or if it is interrupted because the call is to end. If an earlier
   * call with the same idempotency key has run, the effect fails with the answer of that call.
   */
  intend(): Effect.Effect<unknown, Refused | Replayed>
  /** Records the outcome. Called once with the call's answer, whatever became of the intent. Does not wait. */
  end(answer: ToolExecution): void
}

/** The digests of what a call was decided by, as far as the call came, and as far as there are such digests. */
export interface DecidedBy {
  /** The `RegisteredTool.digest` of the tool. */
  readonly tool?: string | undefined
  /** The `RuntimePolicy.digest` of the policy. */
  readonly policy?: string | undefined
}

/**
 * The log that proves what happened. It has every call that the gate answers exactly once: as the entry of a call that came so far,
 * or as refused.
 *
 * ```ts
 * import { builtins } from "toolgate"
 * import { AuditLog, ToolgateLayer } from "toolgate/effect"
 *
 * export const unrecorded = ToolgateLayer.layer({ policy: "default", tools: builtins(), audit: AuditLog.layerNone })
 * ```
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Returns the entry of a call that was permitted by the policy of this digest, if it has one. Does not wait, and writes nothing yet. The gate ends every entry that it asks for. */
    readonly entry: (permit: Permit, policyDigest?: string) => AuditEntry
    /** Records a call that was answered before it had an entry. Does not wait, and does not throw. */
    readonly refused: (answer: ToolExecution, context: DispatchContext, by?: DecidedBy) => void
    /**
     * Records a use of a tool that a provider reports. It is no call: nothing ran here, and nobody allowed it. Does not wait, and does
     * not throw. A log without this method keeps no such record.
     */
    readonly observed?: (use: ObservedUse, context: DispatchContext, by: ObservedBy) => void
    /**
     * Returns an effect that ends once everything that was recorded before is kept as an intent is, and fails if it may be lost. A
     * gate whose log has this method answers a call only after the effect has ended, and says in the answer if it failed. The wait
     * is not cut short by the end of a call or of the gate, so the effect has to end.
     */
    readonly whenKept?: () => Effect.Effect<unknown, Refused>
    /**
     * Whether the log takes the claims of calls (`CallClaims`): the intent of a call claims its approval and its key, so that each is
     * used once. Without it, a gate resumes no call whose approval has to be claimed.
     */
    readonly takesClaims?: boolean
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { entry: () => unrecorded, refused: () => {} })
}

const unrecorded: AuditEntry = { intend: () => Effect.void, end: () => {} }
