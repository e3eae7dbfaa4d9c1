import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { makeToken } from "@toolgate/stores"

const key = new SecretKey(randomBytes(32))
const { secret, token } = makeToken({ name: "ci", role: "builder" }, { by: "ada", at: Date.now() }, key)
assert.match(secret, /^tg_/)
assert.deepEqual([token.agent, token.rights], ["ci", ["call"]])
