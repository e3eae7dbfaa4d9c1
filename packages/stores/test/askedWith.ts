import type { StoredApproval, StoredDecision } from "@toolgate/core"

let ids = 0

/** Returns a request with the given members, which expires in an hour. */
export const askedWith = (members: Partial<StoredApproval> = {}) => ({
  id: (++ids).toString(16).padStart(32, "0"),
  tool: "a_tool",
  sideEffects: "WRITE" as const,
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

export const approve: StoredDecision = {
  decision: "approve",
  by: "a person",
  from: "a terminal",
  at: 1_700_000_000_001,
  sealed: "sealed",
  mac: "the code"
}

export const approved = { to: "approved", decision: approve } as const
export const claimed = { to: "claimed", digest: "the digest", mac: "the code" } as const
