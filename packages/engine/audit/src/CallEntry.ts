import {
  type AuditEntry,
  type AuditStore,
  type Gated,
  type Permit,
  type Refused,
  refused,
  type ToolExecution
} from "@toolgate/core"
import type { SecretKey } from "@toolgate/keys"
import * as Effect from "effect/Effect"
import { PermittedCall } from "./records/PermittedCall.ts"

/**
 * The entry of one call in a store. A call whose tool declares WRITE, EXECUTE or NETWORK begins only when its intent is
 * safely stored. A call of any other tool begins at once, unless the store has fallen behind.
 */
export class CallEntry implements AuditEntry {
  private readonly store: AuditStore
  private readonly records: PermittedCall
  private readonly isDurable: boolean
  /** The store's handle of the intent, or `undefined` before the intent was appended. */
  private intent: unknown = undefined

  constructor(store: AuditStore, key: SecretKey, permit: Permit, policyDigest?: string) {
    const { sideEffects } = permit.request.tool
    this.store = store
    this.records = new PermittedCall(permit, key, policyDigest)
    this.isDurable = sideEffects !== "NONE" && sideEffects !== "READ"
  }

  intend(): Gated<unknown> {
    if (this.isDurable || !this.store.flows)
      return Effect.callback<void, Refused>((resume) => {
        this.append((isKept) => resume(isKept ? Effect.void : Effect.fail(unavailable)))
      })
    this.append(undefined)
    return Effect.void
  }

  end(answer: ToolExecution): void {
    // A call that ends before its intent is on record all the same.
    if (this.intent === undefined) this.append(undefined)
    const { store, intent } = this
    // Nothing was written and nothing ran, and there is no room for a record of each such call, so the store only
    // counts them.
    if (answer.error === unavailable && store.countRefused(intent)) return
    store.complete(intent, this.records.outcome(answer))
  }

  private append(kept: ((isKept: boolean) => void) | undefined): void {
    const text = this.records.intent()
    this.intent = this.store.intend(text, this.records.about, this.isDurable && kept !== undefined, kept)
  }
}

const unavailable = refused(
  "AuditUnavailable",
  "The call was refused because the audit log cannot be written at the moment; nothing was run."
)
