import assert from "node:assert/strict"
import { lintPolicy, parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [write_fil] }", "toolgate.yaml"))
const [finding] = lintPolicy([config], builtins())
assert.deepEqual([finding?.code, finding?.source], ["unknown-tool", "toolgate.yaml:2:17"])
