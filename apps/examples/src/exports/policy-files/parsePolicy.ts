import assert from "node:assert/strict"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const { rules } = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [shell] }", "toolgate.yaml"))
assert.deepEqual(rules.deny[0]?.source, "toolgate.yaml:2:17")
const { problems } = Effect.runSync(Effect.flip(parsePolicy("version: 1\nrule: {}", "toolgate.yaml")))
assert.match(problems[0]?.message ?? "", /did you mean "rules"\?$/)
