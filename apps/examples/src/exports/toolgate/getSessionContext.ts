import assert from "node:assert/strict"
import * as Context from "effect/Context"
import { builtins, createToolgate } from "toolgate"
import { getSessionContext, partsOf, ToolDispatchEngine } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const alice = await gate.session({ id: "alice", readOnly: true })
// Make a call as the session does, with options that only the engine takes.
const { dispatchPromise } = Context.get(partsOf(gate).services, ToolDispatchEngine)
const call = { id: "1", tool: "write_file", args: { path: "a.txt", content: "" } }
const { success, executed } = await dispatchPromise(call, getSessionContext(alice).now())
assert.deepEqual([success, executed], [false, "no"])
// The object has to be a session.
assert.throws(() => getSessionContext({}), TypeError)
