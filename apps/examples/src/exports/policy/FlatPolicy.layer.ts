import assert from "node:assert/strict"
import { defaultConfig, FlatPolicy } from "@toolgate/policy"
import { builtins, createToolgate } from "toolgate"

const policy = FlatPolicy.layer({ configs: [defaultConfig] })
await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
assert.equal((await gate.judge({ id: "1", tool: "list_dir", args: {} })).decision, "allow")
// A flat policy has no layers to add to.
assert.throws(() => gate.addGlobalLayer({ deny: ["list_dir"] }))
