import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { getTokenState, makeToken, revokeToken } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const { token } = makeToken({ name: "ci" }, { by: "ada", at: 0 }, key)
assert.equal(getTokenState(revokeToken(token, { by: "bob", at: 1 }, key), key, 2), "revoked")
