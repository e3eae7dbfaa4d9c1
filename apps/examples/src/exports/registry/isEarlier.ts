import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { isEarlier, makePin } from "@toolgate/registry"
import { makeToolDefinition } from "@toolgate/testing"

const search = makeToolDefinition({ name: "search" })
const pin = makePin(search, { by: "alice", at: Date.now() }, new SecretKey(randomBytes(32)))
// This pin was made by the current rules.
assert.equal(isEarlier(search, pin), false)
