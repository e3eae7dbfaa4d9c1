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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { convertRecord } from "@toolgate/testing"
 *
 * const [kept] = convertRecord({
 *   kind: "tool.call.denied",
 *   tool_call_id: "1",
 *   executed: "no",
 *   error: { why: "PolicyDenied" }
 * })
 * assert.deepEqual([kept?.callId, kept?.why], ["1", "PolicyDenied"])
 * // This record is about the log itself.
 * assert.deepEqual(convertRecord({ kind: "log.opened" }), [])
 * ```
 */
export const convertRecord = ({
  kind,
  tool_call_id: callId,
  executed,
  error
}: WrittenRecord): ReadonlyArray<KeptRecord> =>
  callId === undefined ? [] : [{ callId, kind: kinds.get(kind), executed, why: error?.why } as KeptRecord]
