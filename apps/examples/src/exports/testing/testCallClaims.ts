import assert from "node:assert/strict"
import { MemoryApprovalStore } from "@toolgate/approval"
import { memoryCallClaims } from "@toolgate/audit"
import { testCallClaims } from "@toolgate/testing"

// Collects the cases. In a test file, pass `describe` and `it` of vitest or `node:test`.
const cases: Array<() => unknown> = []
const it = Object.assign((_name: string, run: () => unknown) => void cases.push(run), { skip: () => {} })
const describe = (_name: string, add: () => void) => add()
testCallClaims({ describe, it }, async () => {
  const approvals = MemoryApprovalStore.make(() => 1_700_000_000_000)
  return { claims: memoryCallClaims(approvals), approvals }
})
for (const run of cases) await run()
assert(cases.length > 0)
