import assert from "node:assert/strict"
import { ResumableCalls } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { createToolgate, defineTool } from "toolgate"
import { partsOf } from "toolgate/effect"

const parameters = { type: "object" } as const
const execute = () => "Deployed."
const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], onAsk: "wait" })
const { pending } = await gate.dispatch({ id: "1", tool: "deploy", args: {} }, { defer: {} })

const find = Effect.flatMap(ResumableCalls, ({ get }) => get(pending?.approvalId ?? ""))
const resumable = await Effect.runPromiseWith(partsOf(gate).services)(find)
// The call cannot be resumed before a person has approved it.
assert.deepEqual([resumable?.call.tool, resumable?.refusal?.why], ["deploy", "ApprovalPending"])
