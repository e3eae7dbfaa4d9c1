import assert from "node:assert/strict"
import { TestPolicies } from "@toolgate/testing"
import { builtins, createToolgate } from "toolgate"

await using gate = await createToolgate({ workspace: ".", policy: TestPolicies.denies, tools: builtins() })
const { error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
assert.equal(error?.why, "PolicyDenied")
