import type { NewApproval, StoredDecision } from "@toolgate/core"

let ids = 0

/**
 * Makes a request to store, with the given members. By default it has a unique id and expires in an hour.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { makeNewApproval } from "@toolgate/testing"
 *
 * const first = makeNewApproval({ session: "alice" })
 * assert.equal(first.session, "alice")
 * assert.notEqual(makeNewApproval().id, first.id)
 * ```
 */
export const makeNewApproval = (members: Partial<NewApproval> = {}): NewApproval => ({
  id: (++ids).toString(16).padStart(32, "0"),
  tool: "a_tool",
  sideEffects: "WRITE",
  agent: "an_agent",
  session: "a_session",
  askedAt: 1_700_000_000_000,
  expiresAt: 1_700_003_600_000,
  waits: true,
  digest: "the digest",
  keyId: "a key",
  sealed: "sealed",
  ...members
})

/** A decision that approves a stored request. */
export const approveDecision: StoredDecision = {
  decision: "approve",
  by: "a person",
  from: "a terminal",
  at: 1_700_000_000_001,
  sealed: "sealed",
  mac: "the code"
}
