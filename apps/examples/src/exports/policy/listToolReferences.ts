import assert from "node:assert/strict"
import { listToolReferences } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const config = Effect.runSync(parsePolicy('version: 1\nrules: { deny: ["shell(rm:*)"] }', "toolgate.yaml"))
const references = [...listToolReferences(config)].map(({ text, where, guards }) => [text, where, guards])
assert.deepEqual(references, [["shell", "rules.deny", true]])
