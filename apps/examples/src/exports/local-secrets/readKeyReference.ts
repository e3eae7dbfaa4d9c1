import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { KeyUnavailable, readKeyReference } from "@toolgate/local-secrets"

process.env.EXAMPLE_KEY = randomBytes(32).toString("base64")
assert.equal((await readKeyReference("env:EXAMPLE_KEY")).id, (await readKeyReference("env:EXAMPLE_KEY")).id)
delete process.env.EXAMPLE_KEY
await assert.rejects(readKeyReference("env:EXAMPLE_KEY"), KeyUnavailable)
