import assert from "node:assert/strict"
import { type SegmentStorage, SegmentStore } from "@toolgate/audit"

const lines: Array<string> = []
const place: SegmentStorage = {
  writeAfterMs: 0,
  syncsWrites: true,
  open: async (_name, _before, first) => {
    lines.push(String(first([])))
    const write: Awaited<ReturnType<SegmentStorage["open"]>>["write"] = async (batch) =>
      void lines.push(String(batch.lines([])))
    return { write, sync: async () => {}, close: async () => {} }
  },
  restore: async () => {}
}
const store = await SegmentStore.open({
  place,
  key: "its id",
  segmentBytes: 1_000_000,
  queueBytes: 1_000_000,
  tell: () => {}
})
store.append(JSON.stringify({ kind: "tool.call.denied" }))
await store.close()
assert.match(lines.join(""), /tool\.call\.denied/)
