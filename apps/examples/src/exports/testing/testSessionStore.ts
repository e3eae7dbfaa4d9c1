import assert from "node:assert/strict"
import { MemorySessionStore } from "@toolgate/stores"
import { testSessionStore } from "@toolgate/testing"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testSessionStore({ describe, it }, () => MemorySessionStore.layer)
for (const run of cases) await run()
assert(cases.length > 0)
