import assert from "node:assert/strict"
import { isWaiting } from "@toolgate/audit"

const error = { class: "permission_denied", message: "The call waits for a decision." } as const
assert.equal(isWaiting({ error: { ...error, why: "ApprovalPending" } }), true)
assert.equal(isWaiting({ error: { ...error, why: "PolicyDenied" } }), false)
