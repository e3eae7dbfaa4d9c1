import { approveDecision } from "@toolgate/testing"

/** The change that approves a stored request. */
export const approved = { to: "approved", decision: approveDecision } as const

/** The change with which a call claims such an approval. */
export const claimed = { to: "claimed", digest: "the digest", mac: "the code" } as const
