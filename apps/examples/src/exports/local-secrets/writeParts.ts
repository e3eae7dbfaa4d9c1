// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { writeParts } from "@toolgate/local-secrets/references"

const key = { kind: "env", of: "KEY" } as const
assert.equal(writeParts(["Bearer ", key]), "Bearer ${env:KEY}")
// Two "$" would escape the reference.
assert(typeof writeParts(["$", key]) === "object")
