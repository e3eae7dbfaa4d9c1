import assert from "node:assert/strict"
import { addAllowRules, defaultConfig } from "@toolgate/policy"

const [config] = addAllowRules([defaultConfig], [0], ["shell(npm test)"], { name: "shell" })
assert.deepEqual(
  config?.rules.allow.map(({ text }) => text),
  ["shell(npm test)"]
)
