import assert from "node:assert/strict"
import { getToolRules } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const config = Effect.runSync(parsePolicy("version: 1\ntools: { shell: { allowed: false } }", "toolgate.yaml"))
const rules = getToolRules(config, { name: "run", aliases: ["shell"] })
assert.deepEqual(
  rules.map(({ allowed }) => allowed),
  [false]
)
