import assert from "node:assert/strict"
import { TestPolicies } from "@toolgate/testing"
import { builtins, createToolgate } from "toolgate"

const stop = new AbortController()
const policy = TestPolicies.waits(() => stop.abort())
await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
// The call ends although its policy never decides.
const { error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} }, { signal: stop.signal })
assert.equal(error?.why, "Cancelled")
