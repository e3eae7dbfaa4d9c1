import { auditLogContract, type KeptRecord } from "@toolgate/testing"
import type { AuditRecord } from "@toolgate/wire"
import { describe, it } from "vitest"
import { openLog, recordsIn } from "./openLog.ts"

describe.each(["at once", "recorded"] as const)("answers: %s", (answers) =>
  auditLogContract({ describe, it }, async () => {
    const { folder, log, close } = await openLog({ answers })
    return { log, close, records: async () => (await recordsIn(folder)).flatMap(keptIn) }
  })
)

const kinds = {
  "tool.call.dispatched": "intent",
  "tool.call.completed": "outcome",
  "tool.call.failed": "outcome",
  "tool.call.denied": "refused"
} as const

const keptIn = (record: AuditRecord): ReadonlyArray<KeptRecord> =>
  "tool_call_id" in record
    ? [
        {
          callId: record.tool_call_id,
          kind: kinds[record.kind],
          executed: "executed" in record ? record.executed : undefined,
          why: "error" in record ? (record.error.why as KeptRecord["why"]) : undefined
        }
      ]
    : []
