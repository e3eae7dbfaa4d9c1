import assert from "node:assert/strict"
import { QuotaStore } from "@toolgate/core"
import { MemoryQuotaStore } from "@toolgate/policy"
import { testQuotaStore } from "@toolgate/testing"
import * as Layer from "effect/Layer"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testQuotaStore({ describe, it }, (now) => Layer.sync(QuotaStore, () => MemoryQuotaStore.make(now)))
for (const run of cases) await run()
assert(cases.length > 0)
