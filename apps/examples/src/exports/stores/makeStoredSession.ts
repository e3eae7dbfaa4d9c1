import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { isSessionValid, makeStoredSession } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const session = makeStoredSession({ token: "7f0e", options: { agent: "coder" }, openedAt: Date.now() }, key)
assert.equal(session.id.length, 32)
assert(isSessionValid(session, key))
