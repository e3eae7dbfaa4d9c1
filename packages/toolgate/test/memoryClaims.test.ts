import { MemoryApprovalStore } from "@toolgate/approval"
import { memoryCallClaims } from "@toolgate/audit"
import { testCallClaims } from "@toolgate/testing"
import { describe, it } from "vitest"

// The claims and the approvals of a gate without a store. They are tested here, because this package knows both.
testCallClaims({ describe, it }, async () => {
  const approvals = MemoryApprovalStore.make()
  return { claims: memoryCallClaims(approvals), approvals }
})
