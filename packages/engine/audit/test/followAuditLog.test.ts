import { expect, it } from "vitest"
import { folderSource, followAuditLog } from "../src/index.ts"
import { onRecord } from "./onRecord.ts"
import { openLog } from "./openLog.ts"
import { permitFor } from "./permits.ts"

it("yields each new record once, also from new segments, and no earlier record", async () => {
  const { folder, log, close } = await openLog({ segmentBytes: 2000 })
  await onRecord(log, permitFor({ id: "before" }))
  const stop = new AbortController()
  const seen: Array<string> = []
  const following = followAuditLog(folderSource(folder), stop.signal)
  const first = following.next()
  const calls = Array.from({ length: 15 }, (_, n) => `${n}`)
  // The reader has found the end of the log once it sees a record that came later.
  let hasBegun = false
  void first.then(() => {
    hasBegun = true
  })
  for (let n = 0; !hasBegun; n++) await onRecord(log, permitFor({ id: `let it begin ${n}` }))
  const taken = await first
  for (const id of calls) await onRecord(log, permitFor({ id }))
  await close()
  for (let entry = taken; !entry.done; entry = await following.next()) {
    const { record } = entry.value
    if (record?.kind === "tool.call.dispatched") seen.push(record.tool_call_id)
    if (record?.kind === "log.closed" && record.because === "ended") stop.abort()
  }
  expect(seen.filter((id) => calls.includes(id))).toEqual(calls)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).not.toContain("before")
})

it("stops when the signal is aborted, even while the log is idle", async () => {
  const { folder } = await openLog()
  const stop = new AbortController()
  const following = followAuditLog(folderSource(folder), stop.signal)
  const next = following.next()
  stop.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})
