import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { getTokenState, makeToken } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const { token } = makeToken({ name: "ci", expiresAt: 1000 }, { by: "ada", at: 0 }, key)
assert.equal(getTokenState(token, key, 999), "valid")
assert.equal(getTokenState(token, key, 1000), "expired")
// The row was changed by hand.
assert.equal(getTokenState({ ...token, rights: ["administer"] }, key, 999), "invalid")
