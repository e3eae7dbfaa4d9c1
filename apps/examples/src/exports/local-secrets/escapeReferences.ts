// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { escapeReferences, splitReferences } from "@toolgate/local-secrets/references"

// A text from outside stays a text.
const foreign = "${env:KEY}"
assert.deepEqual(splitReferences(escapeReferences(foreign)), [foreign])
