import assert from "node:assert/strict"
import { ConfirmationModes, defaultConfirmation } from "@toolgate/policy"
import { makeToolDefinition } from "@toolgate/testing"

const perTool = new Map([["deploy", { mode: "deny", source: "toolgate.yaml:4" }]] as const)
const modes = new ConfirmationModes({ ...defaultConfirmation, perTool })
assert.equal(modes.of(makeToolDefinition({ name: "deploy" })).mode, "deny")
assert.equal(modes.of(makeToolDefinition({ name: "post", sideEffects: "NETWORK" })).mode, "prompt")
