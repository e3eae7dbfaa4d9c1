import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { isSessionValid, makeStoredSession } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: 0 }, key)
// The row was changed by hand.
assert.equal(isSessionValid({ ...session, options: { agent: "admin" } }, key), false)
