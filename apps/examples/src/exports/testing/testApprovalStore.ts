import assert from "node:assert/strict"
import { MemoryApprovalStore } from "@toolgate/approval"
import { ApprovalStore } from "@toolgate/core"
import { testApprovalStore } from "@toolgate/testing"
import * as Layer from "effect/Layer"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testApprovalStore({ describe, it }, (now) => Layer.sync(ApprovalStore, () => MemoryApprovalStore.make(now)))
for (const run of cases) await run()
assert(cases.length > 0)
