import assert from "node:assert/strict"
import { JudgePolicy } from "@toolgate/policy"
import { allow, createToolgate, defineTool, type Judge } from "toolgate"

// Allows every call for half a minute.
const because = { layer: "app", rule: "half a minute for each call", source: "judges.ts" }
const halfAMinute: Judge = () => allow(because, { limits: { wallMs: 30_000 } })
const parameters = { type: "object" } as const
const ping = defineTool({
  name: "ping",
  description: "Answers.",
  parameters,
  sideEffects: "NONE",
  execute: () => "pong"
})

await using gate = await createToolgate({ workspace: ".", policy: JudgePolicy.layer(halfAMinute), tools: [ping] })
const judged = await gate.judge({ id: "1", tool: "ping", args: {} })
assert.equal(judged.decision === "allow" && judged.grant.limits.wallMs, 30_000)
