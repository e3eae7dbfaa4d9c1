import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"

const key = new SecretKey(randomBytes(32))
const sealed = key.seal("rm -r build", ["request", "8f14"])
assert.equal(key.open(sealed, ["request", "8f14"]), "rm -r build")
// The text was sealed for another request.
assert.equal(key.open(sealed, ["request", "8f15"]), undefined)
