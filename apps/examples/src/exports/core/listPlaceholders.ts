import assert from "node:assert/strict"
import { listPlaceholders } from "@toolgate/core"

assert.deepEqual(listPlaceholders("--range={from}..{to}"), ["from", "to"])
assert.deepEqual(listPlaceholders("{{literal}}"), [])
