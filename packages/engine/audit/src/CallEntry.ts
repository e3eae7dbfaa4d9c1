import {
  type AuditEntry,
  type AuditStore,
  type IntentResult,
  type NotClaimed,
  type Permit,
  type Refused,
  type Replayed,
  refused,
  type ToolExecution
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"
import { Claiming, type ClaimOptions } from "./claims/Claiming.ts"
import { PermittedCall } from "./records/PermittedCall.ts"
import { recordDeniedCall } from "./records/recordDeniedCall.ts"

/**
 * The audit entry of one call. A call whose tool declares WRITE, EXECUTE or NETWORK starts only after its intent is
 * safely stored, as does a call that has to take a claim. Any other call starts at once, unless the store has fallen
 * behind.
 */
export class CallEntry implements AuditEntry {
  private readonly store: AuditStore
  private readonly key: SecretKey
  private readonly permit: Permit
  private readonly policyDigest: string | undefined
  private readonly records: PermittedCall
  private readonly claiming: Claiming | undefined
  private readonly isDurable: boolean
  /** The store's handle of the intent; `undefined` until the intent is appended. */
  private intent: unknown = undefined

  constructor(store: AuditStore, key: SecretKey, permit: Permit, policyDigest?: string, claims?: ClaimOptions) {
    const { sideEffects } = permit.request.tool
    this.store = store
    this.key = key
    this.permit = permit
    this.policyDigest = policyDigest
    this.records = new PermittedCall(permit, key, policyDigest)
    this.claiming = Claiming.of(permit, claims)
    this.isDurable = this.claiming !== undefined || (sideEffects !== "NONE" && sideEffects !== "READ")
  }

  intend(): Effect.Effect<unknown, Refused | Replayed> {
    if (this.claiming !== undefined) return this.claiming.take(this.attempt)
    if (this.isDurable || !this.store.flows) return this.attempt
    this.append(undefined)
    return Effect.void
  }

  end(answer: ToolExecution): void {
    const { store, claiming } = this
    if (claiming?.isRefused) {
      const by = { tool: this.permit.request.toolDigest, policy: this.policyDigest }
      store.append(recordDeniedCall(claiming.recorded(answer), this.permit.request.context, this.key, by))
      return
    }
    // A call that ends before its intent was appended is recorded all the same.
    if (this.intent === undefined) this.append(undefined)
    // Nothing ran, and there is no room for a record of each such call, so the store only counts them.
    if (answer.error === unavailable && store.countRefused(this.intent)) return
    store.complete(this.intent, this.records.outcome(answer), claiming?.end(answer))
  }

  /** Appends the intent and waits until it is stored. Returns the reason if the claim was not taken. */
  private get attempt(): Effect.Effect<NotClaimed | undefined, Refused> {
    return Effect.callback((resume) => {
      this.append((isKept) => {
        if (typeof isKept === "object") this.intent = undefined
        if (isKept === false) resume(Effect.fail(unavailable))
        else resume(Effect.succeed(isKept === true ? undefined : isKept))
      })
    })
  }

  private append(kept: ((isKept: IntentResult) => void) | undefined): void {
    const isDurable = this.isDurable && kept !== undefined
    const claim = kept === undefined ? undefined : this.claiming?.claim
    this.intent = this.store.intend(this.records.intent(), this.records.about, isDurable, kept, claim)
  }
}

const unavailable = refused(
  "AuditUnavailable",
  "The call was refused because the audit log cannot be written at the moment; nothing was run."
)
