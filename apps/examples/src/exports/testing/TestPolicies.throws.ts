import assert from "node:assert/strict"
import { TestPolicies } from "@toolgate/testing"
import { builtins, createToolgate } from "toolgate"

// Discards the log lines.
const log = () => {}
const logger = { trace: log, debug: log, info: log, warn: log, error: log, fatal: log }
const options = { workspace: ".", policy: TestPolicies.throws, tools: builtins(), logger }
await using gate = await createToolgate(options)
const { executed, error } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
assert.deepEqual([executed, error?.why], ["no", "InternalError"])
