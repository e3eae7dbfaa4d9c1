// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { holdsReference, trustReferences } from "@toolgate/local-secrets/references"

// The operator wrote this text, so its reference is meant.
const header = trustReferences("Bearer ${env:KEY}")
assert.equal(holdsReference(header), true)
