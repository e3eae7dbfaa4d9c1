import assert from "node:assert/strict"
import { JudgePolicy } from "@toolgate/policy"
import { allow, ask, createToolgate, defineTool, type Judge } from "toolgate"

const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
const confirmNetwork: Judge = ({ tool }) =>
  tool.sideEffects === "NETWORK" ? ask(because, "It reaches the network.") : allow(because)
const parameters = { type: "object" } as const
const post = defineTool({
  name: "post",
  description: "Posts.",
  parameters,
  sideEffects: "NETWORK",
  execute: () => "sent"
})

const policy = JudgePolicy.layer(confirmNetwork)
const onAsk = () => ({ decision: "deny", reason: "Not today." }) as const
await using gate = await createToolgate({ workspace: ".", policy, tools: [post], onAsk })
const { executed, error } = await gate.dispatch({ id: "1", tool: "post", args: {} })
assert.deepEqual([executed, error?.why], ["no", "UserDenied"])
