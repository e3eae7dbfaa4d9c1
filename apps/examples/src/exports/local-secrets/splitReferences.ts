// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { splitReferences } from "@toolgate/local-secrets/references"

assert.deepEqual(splitReferences("Bearer ${env:KEY}"), ["Bearer ", { kind: "env", of: "KEY" }])
assert("fault" in splitReferences("${env:KEY"))
