// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { describeValue } from "@toolgate/local-secrets/references"

assert.equal(describeValue("Bearer ${env:KEY}"), "Bearer ${env:KEY}")
assert.match(describeValue("tango-9"), /^sha256:/)
