import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AdminAct } from "./AdminAct.ts"
import type { DispatchContext } from "./DispatchContext.ts"
import type { ObservedBy, ObservedUse } from "./ObservedUse.ts"
import type { Permit } from "./Permit.ts"
import type { Refused } from "./Refused.ts"
import type { Replayed, ToolExecution } from "./ToolExecution.ts"

/** The audit record of one permitted call: first its intent, then its outcome. */
export interface AuditEntry {
  /**
   * Records that the call is about to run. Called once. The call starts only after this effect has ended. If the effect
   * fails, or is interrupted because the call is cancelled, the call does not run. If an earlier call with the same
   * idempotency key has run, the effect fails with the answer of that call.
   */
  intend(): Effect.Effect<unknown, Refused | Replayed>
  /** Records the outcome. Called once with the answer of the call, even if `intend` failed. Does not wait. */
  end(answer: ToolExecution): void
}

/** The digests of the tool and the policy that decided a call, where they are known. */
export interface DecidedBy {
  /** The `RegisteredTool.digest` of the tool. */
  readonly tool?: string | undefined
  /** The `RuntimePolicy.digest` of the policy. */
  readonly policy?: string | undefined
}

/**
 * The log that proves what happened. It contains every answered call exactly once, either as an entry or as refused.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins, createToolgate } from "toolgate"
 * import { AuditLog } from "toolgate/effect"
 *
 * // Collects one line for each call.
 * const lines: Array<string> = []
 * const audit = Layer.succeed(AuditLog, {
 *   entry: () => ({
 *     intend: () => Effect.void,
 *     end: ({ toolName, executed }) => void lines.push(`${toolName} ${executed}`)
 *   }),
 *   refused: ({ toolName, error }) => void lines.push(`${toolName} ${error?.why}`)
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * for (const tool of ["list_dir", "deploy"]) await gate.dispatch({ id: tool, tool, args: {} })
 * assert.deepEqual(lines, ["list_dir yes", "deploy ToolNotFound"])
 * ```
 */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * Returns the entry of a permitted call. `policyDigest` is the digest of the policy, if it has one. Does not wait or
     * write yet. The gate calls `end` on every entry that it opens.
     */
    readonly entry: (permit: Permit, policyDigest?: string) => AuditEntry
    /** Records a call that was answered without an entry. Does not wait or throw. */
    readonly refused: (answer: ToolExecution, context: DispatchContext, by?: DecidedBy) => void
    /**
     * Records that a provider ran a hosted tool. The gate neither ran nor allowed this use. Does not wait or throw. A log
     * without this method does not record such uses.
     */
    readonly observed?: (use: ObservedUse, context: DispatchContext, by: ObservedBy) => void
    /**
     * Records what an administrator did. Does not wait or throw: record the act before it takes effect, and wait for
     * `whenKept`. A log without this method does not record such acts.
     */
    readonly administered?: (act: AdminAct) => void
    /**
     * Returns an effect that ends when all earlier records are stored as safely as an intent. It fails if a record may be
     * lost.
     *
     * If this method exists, the gate waits for the effect before it answers a call, and reports a failure in the answer.
     * Ending the call or the gate does not interrupt the wait, so the effect has to end.
     */
    readonly whenKept?: () => Effect.Effect<unknown, Refused>
    /**
     * Whether the log takes claims (`CallClaims`). Then the intent of a call claims its approval and its idempotency key,
     * so that each is used once. Otherwise, the gate does not resume calls whose approval has to be claimed.
     */
    readonly takesClaims?: boolean
  }
>()("@toolgate/core/AuditLog") {
  static readonly layerNone = Layer.succeed(AuditLog, { entry: () => unrecorded, refused: () => {} })
}

const unrecorded: AuditEntry = { intend: () => Effect.void, end: () => {} }
