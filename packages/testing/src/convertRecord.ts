import type { KeptRecord } from "./testAuditLog.ts"

/** The members of `AuditRecord` of `@toolgate/wire` that the `AuditLog` suite compares. */
interface WrittenRecord {
  readonly kind: string
  readonly tool_call_id?: string
  readonly executed?: string
  readonly error?: { readonly why: string }
}

const kinds = new Map<string, KeptRecord["kind"]>([
  ["tool.call.dispatched", "intent"],
  ["tool.call.completed", "outcome"],
  ["tool.call.failed", "outcome"],
  ["tool.call.denied", "refused"],
  ["tool.observed", "observed"]
])

/**
 * Converts a written record into the terms of the port `AuditLog`. Returns an empty list for a record of the log
 * itself.
 */
export const convertRecord = ({
  kind,
  tool_call_id: callId,
  executed,
  error
}: WrittenRecord): ReadonlyArray<KeptRecord> =>
  callId === undefined ? [] : [{ callId, kind: kinds.get(kind), executed, why: error?.why } as KeptRecord]
