import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { openAuditLog, type SegmentStorage, segmentOptions } from "@toolgate/audit"
import { SecretKey } from "@toolgate/local-secrets"
import * as Effect from "effect/Effect"

// Stores lines in memory. A database would insert rows.
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
await Effect.runPromise(Effect.scoped(openAuditLog(place, new SecretKey(randomBytes(32)), segmentOptions({}), {})))
assert.deepEqual(
  lines.map((line) => JSON.parse(line).kind),
  ["log.opened", "log.closed"]
)
