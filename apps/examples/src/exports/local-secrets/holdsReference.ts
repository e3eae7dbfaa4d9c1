// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { escapeReferences, holdsReference } from "@toolgate/local-secrets/references"

const text = "Bearer ${env:KEY}"
assert.equal(holdsReference(text), true)
assert.equal(holdsReference(escapeReferences(text)), false)
