import { expect, it } from "vitest"
import { verifyAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { openLog, recordsIn } from "./openLog.ts"
import { permitFor } from "./permits.ts"

it("a call is on record before it runs and after, and the log ends in good order", async () => {
  const { folder, log, close } = await openLog()
  for (const sideEffects of ["NONE", "WRITE"] as const) await onRecord(log, permitFor({ id: sideEffects, sideEffects }))
  await close()
  const records = await recordsIn(folder)
  expect(records.map(({ kind, seq }) => `${seq} ${kind}`)).toEqual([
    "1 log.opened",
    "2 tool.call.dispatched",
    "3 tool.call.completed",
    "4 tool.call.dispatched",
    "5 tool.call.completed",
    "6 log.closed"
  ])
  expect(await verifyAuditLog(folder)).toMatchObject({ problems: [], segments: 1, records: 6, lost: 0, torn: [] })
})
