import assert from "node:assert/strict"
import type { AuditLog } from "@toolgate/core"
import { type KeptRecord, testAuditLog } from "@toolgate/testing"
import * as Effect from "effect/Effect"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testAuditLog({ describe, it }, async () => {
  const rows: Array<KeptRecord> = []
  const log: AuditLog["Service"] = {
    entry: ({ request: { callId } }) => ({
      intend: () => Effect.sync(() => rows.push({ callId, kind: "intent" })),
      end: ({ executed, error }) => void rows.push({ callId, kind: "outcome", executed, why: error?.why })
    }),
    refused: ({ callId, error }) => void rows.push({ callId, kind: "refused", executed: "no", why: error?.why })
  }
  return { log, records: async () => rows, close: async () => {} }
})
await cases[0]?.()
assert(cases.length > 1)
