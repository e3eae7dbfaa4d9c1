import assert from "node:assert/strict"
import { HarmlessVariables } from "@toolgate/policy"

const variables = new HarmlessVariables([{ text: "APP_*", source: "toolgate.yaml:5" }])
assert.equal(variables.has("APP_MODE=test"), true)
assert.equal(variables.has("LD_PRELOAD=evil.so"), false)
