import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { SecretKey } from "@toolgate/local-secrets"
import { getPinState, makePin, revokePin } from "@toolgate/registry"
import { makeToolDefinition } from "@toolgate/testing"

const key = new SecretKey(randomBytes(32))
const search = makeToolDefinition({ name: "search" })
const pin = makePin(search, { by: "alice", at: 0 }, key)
assert.equal(getPinState(search, revokePin(pin, { by: "bob", at: 1 }, key), key), "revoked")
