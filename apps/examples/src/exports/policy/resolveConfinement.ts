import assert from "node:assert/strict"
import { resolveConfinement } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const text = "version: 1\ntools: { shell: { unconfined: true } }"
const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
const shell = { name: "shell", aliases: [] }
assert.equal(resolveConfinement([config], shell).confinement, "waived")
assert.equal(resolveConfinement([config], { name: "start", aliases: [] }).confinement, "required")
