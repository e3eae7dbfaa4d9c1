import assert from "node:assert/strict"
import { defaultConfig, makePolicy, routing } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([routing([defaultConfig], new Map([["wasm", new Set(["wasm"] as const)]]))])
// The tool needs the host sandbox, which is not installed.
const verdict = judge(makePermissionRequest())
assert.equal(verdict.decision === "deny" && verdict.refusal, "SandboxUnavailable")
