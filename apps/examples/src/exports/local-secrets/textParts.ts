// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { textParts } from "@toolgate/local-secrets/references"

assert.deepEqual(textParts("Bearer ${env:KEY}"), ["Bearer ", { kind: "env", of: "KEY" }])
assert("fault" in textParts("${env:KEY"))
