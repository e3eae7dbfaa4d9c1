import assert from "node:assert/strict"
import type { AuditStore, JsonObject } from "@toolgate/core"
import { testAuditStore } from "@toolgate/testing"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testAuditStore({ describe, it }, async () => {
  const rows: Array<{ record: JsonObject; outcome?: JsonObject }> = []
  const read = (text: string): JsonObject => JSON.parse(`{"at":"${new Date().toISOString()}",${text}}`)
  const put = (text: string) => rows[rows.push({ record: read(text) }) - 1] as (typeof rows)[number]
  const store: AuditStore<(typeof rows)[number]> = {
    flows: true,
    intend: (text, _about, _durable, kept) => {
      setImmediate(() => kept?.(true))
      return put(text)
    },
    complete: (row, outcome) => void Object.assign(row, { outcome: read(outcome) }),
    append: put,
    whenKept: (kept) => void setImmediate(() => kept(true)),
    countRefused: () => false,
    close: async () => {}
  }
  return { store, records: async () => rows }
})
await cases[0]?.()
assert(cases.length > 1)
