import assert from "node:assert/strict"
import { defaultConfig } from "@toolgate/policy"
import { builtins, createToolgate } from "toolgate"
import { DefaultPolicy } from "toolgate/effect"

const policy = DefaultPolicy.layer({ configs: [defaultConfig] })
await using gate = await createToolgate({ workspace: ".", policy, tools: builtins() })
const { error } = await gate.dispatch({ id: "1", tool: "read_file", args: { path: "../../../etc/passwd" } })
assert.equal(error?.why, "FileDenied")
