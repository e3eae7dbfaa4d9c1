import { expect, it } from "vitest"
import * as approval from "../src/index.ts"

it("exports exactly the promised names", () => {
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
