// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { literally, textParts } from "@toolgate/local-secrets/references"

// A text from outside stays a text.
const foreign = "${env:KEY}"
assert.deepEqual(textParts(literally(foreign)), [foreign])
