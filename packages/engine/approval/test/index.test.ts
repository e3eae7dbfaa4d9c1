import { expect, it } from "vitest"
import * as approval from "../src/index.ts"

it("exports what is promised, and nothing else", () => {
  expect(Object.keys(approval).sort()).toEqual([
    "MemoryApprovalStore",
    "MemoryApprovals",
    "StoredApprovals",
    "findMemoryKey",
    "makeApprovalCard",
    "sealOutcome"
  ])
  expect(Object.keys(approval.MemoryApprovals)).toEqual(["layer"])
})
