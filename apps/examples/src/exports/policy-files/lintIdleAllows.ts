import assert from "node:assert/strict"
import { defaultConfig } from "@toolgate/policy"
import { lintIdleAllows, parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { shell } from "toolgate"

const known = { groups: new Set<string>(), roles: new Set<string>() }
const text = 'version: 1\nrules: { allow: ["shell(make)"] }'
const project = Effect.runSync(parsePolicy(text, "toolgate.yaml", { known }))
// The project's file asks about nothing, so its rule answers nothing.
const idle = lintIdleAllows([defaultConfig, project], [shell])
assert.deepEqual(
  idle.map((rule) => rule.text),
  ["shell(make)"]
)
