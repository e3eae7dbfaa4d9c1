import type { KeptRecord } from "./auditLogContract.ts"

/** A record in the form of `AuditRecord` of `@toolgate/wire`, as far as the suite of `AuditLog` compares it. */
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

/** Returns a written record of a call in the words of the port `AuditLog`; nothing for a record of the log itself. */
export const keptRecordOf = ({
  kind,
  tool_call_id: callId,
  executed,
  error
}: WrittenRecord): ReadonlyArray<KeptRecord> =>
  callId === undefined ? [] : [{ callId, kind: kinds.get(kind), executed, why: error?.why } as KeptRecord]
