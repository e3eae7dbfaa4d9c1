import assert from "node:assert/strict"
import { makeSelectorMatch } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makeToolDefinition } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const { groups } = Effect.runSync(parsePolicy("version: 1\ngroups: { build: [shell] }", "toolgate.yaml"))
const matches = makeSelectorMatch(groups)
assert.equal(matches({ text: "group:build" }, makeToolDefinition({ name: "shell" })), true)
assert.equal(matches({ text: "group:build" }, makeToolDefinition({ name: "read_file" })), false)
