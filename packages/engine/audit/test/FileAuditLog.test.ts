import { refused } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { folderSource, pendingCalls, verifyAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { bytesIn, openLog, recordsIn, segmentsIn } from "./openLog.ts"
import { permitFor, ran } from "./permits.ts"

it("records a call before and after it runs, and closes the log", async () => {
  const { folder, log, close } = await openLog()
  for (const sideEffects of ["READ", "WRITE"] as const) {
    const permit = permitFor({ id: sideEffects, sideEffects })
    const whenWritten = () => expect.poll(() => bytesIn(folder)).toContain(`"tool_call_id":"${sideEffects}"`)
    await onRecord(log, permit, () => Effect.as(Effect.promise(whenWritten), ran()))
  }
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
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({
    problems: [],
    segments: 1,
    records: 6,
    lost: 0,
    torn: []
  })
})

it("writes a finished reading call as one line that readers see as two records", async () => {
  const { folder, log, close } = await openLog()
  await onRecord(log, permitFor({ id: "done", sideEffects: "READ" }))
  await onRecord(log, permitFor({ id: "broken", sideEffects: "NONE" }), () =>
    ran({ error: refused("ToolFailed", "It has no such line.") })
  )
  await onRecord(log, permitFor({ id: "unknown", sideEffects: "READ" }), () => ran({ executed: "unknown" }))
  await onRecord(log, permitFor({ id: "written", sideEffects: "WRITE" }))
  await close()
  const lines = bytesIn(folder).trimEnd().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: "log.opened" },
    { kind: "tool.call.dispatched", tool_call_id: "done", outcome: { kind: "tool.call.completed", executed: "yes" } },
    {
      kind: "tool.call.dispatched",
      tool_call_id: "broken",
      outcome: { kind: "tool.call.failed", executed: "yes", error: { message: "It has no such line." } }
    },
    { kind: "tool.call.dispatched", tool_call_id: "unknown", outcome: { executed: "unknown" } },
    { kind: "tool.call.dispatched", tool_call_id: "written", side_effects: "WRITE" },
    { kind: "tool.call.completed", tool_call_id: "written", intent: { seq: 5 } },
    { kind: "log.closed" }
  ])
  expect(JSON.parse(lines[4] as string)).not.toHaveProperty("outcome")
  const records = await recordsIn(folder)
  expect(records.map((record) => `${record.seq} ${record.kind}`)).toEqual([
    "1 log.opened",
    ...[2, 3, 4].flatMap((seq) => [
      `${seq} tool.call.dispatched`,
      `${seq} tool.call.${seq === 3 ? "failed" : "completed"}`
    ]),
    "5 tool.call.dispatched",
    "6 tool.call.completed",
    "7 log.closed"
  ])
  const [, intent, outcome] = records
  expect(intent).not.toHaveProperty("outcome")
  expect(outcome).toMatchObject({
    tool_call_id: "done",
    agent: intent !== undefined && "agent" in intent && intent.agent,
    intent: { segment: segmentsIn(folder)[0], seq: 2 }
  })
  expect((await pendingCalls(folderSource(folder))).map(({ record }) => record.tool_call_id)).toEqual(["unknown"])
  expect(await verifyAuditLog(folderSource(folder))).toMatchObject({ problems: [], records: 7, lost: 0 })
})
