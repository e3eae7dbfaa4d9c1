import assert from "node:assert/strict"
import * as Layer from "effect/Layer"
import { ask, builtins, createToolgate } from "toolgate"
import { makeRuntimePolicy, RuntimePolicy } from "toolgate/effect"

const because = { layer: "app", rule: "confirm everything", source: "policy.ts" }
const policy = Layer.effect(
  RuntimePolicy,
  makeRuntimePolicy(() => ask(because, "Everything is confirmed here."))
)
const onAsk = () => ({ decision: "approve" }) as const
await using gate = await createToolgate({ workspace: ".", policy, tools: builtins(), onAsk })
const { success } = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
assert.equal(success, true)
