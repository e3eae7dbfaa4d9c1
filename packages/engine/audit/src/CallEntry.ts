import { type AuditEntry, type Gated, type Permit, type Refused, refused, type ToolExecution } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { AuditStore, Intent } from "./AuditStore.ts"
import { PermittedCall } from "./records/PermittedCall.ts"
import type { DigestKey } from "./redaction/DigestKey.ts"
import { timeOfNow } from "./timeOfNow.ts"

/**
 * What a store keeps of one call. What changes anything begins when its intent is kept for good; what does not begins at once, as
 * long as the store keeps up.
 */
export class CallEntry implements AuditEntry {
  private readonly store: AuditStore
  private readonly records: PermittedCall
  private readonly isDurable: boolean
  private intent: Intent | undefined = undefined

  constructor(store: AuditStore, key: DigestKey, permit: Permit) {
    const { sideEffects } = permit.request.tool
    this.store = store
    this.records = new PermittedCall(permit, key)
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
    // A call that was to end before it came to its intent is on record all the same.
    const intent = this.intent ?? this.append(undefined)
    // Nothing was written and nothing ran: a record for each such call is what there is no place for.
    if (answer.error === unavailable && intent.place === undefined) this.store.countRefused()
    else this.store.complete(intent, this.records.outcome(answer))
  }

  private append(kept: ((isKept: boolean) => void) | undefined): Intent {
    const durable = this.isDurable && kept !== undefined
    const text = this.records.intent()
    const { about } = this.records
    const intent = {
      at: timeOfNow(),
      text,
      about,
      outcome: undefined,
      durable,
      kept,
      place: undefined,
      isQueued: false,
      next: undefined
    }
    this.intent = intent
    this.store.append(intent)
    return intent
  }
}

const unavailable = refused(
  "AuditUnavailable",
  "The call was refused because the audit log cannot be written at the moment; nothing was run."
)
