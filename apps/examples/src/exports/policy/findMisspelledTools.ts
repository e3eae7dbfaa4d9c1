import assert from "node:assert/strict"
import { findMisspelledTools } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const config = Effect.runSync(parsePolicy("version: 1\nrules: { deny: [write_fil] }", "toolgate.yaml"))
const [problem] = findMisspelledTools([config], builtins())
assert.match(problem?.message ?? "", /"write_file"/)
