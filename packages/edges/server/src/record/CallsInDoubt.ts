import { type AuditSource, type PendingCall, pendingCalls } from "@toolgate/audit"

/** Finds the calls in doubt. That reads the whole record, so requests at the same time share one reading. */
export class CallsInDoubt {
  private readonly source: AuditSource
  private reading: Promise<ReadonlyArray<PendingCall>> | undefined = undefined

  constructor(source: AuditSource) {
    this.source = source
  }

  /** Returns the calls in doubt, oldest first. */
  find(): Promise<ReadonlyArray<PendingCall>> {
    this.reading ??= pendingCalls(this.source).finally(() => {
      this.reading = undefined
    })
    return this.reading
  }
}
