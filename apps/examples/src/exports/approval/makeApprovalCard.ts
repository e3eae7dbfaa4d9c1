import assert from "node:assert/strict"
import { makeApprovalCard } from "@toolgate/approval"
import { makeExecutionGrant, makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const request = makePermissionRequest({ tool: { name: "deploy", sideEffects: "NETWORK" }, args: { to: "production" } })
const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
const question = {
  request,
  because,
  why: "It reaches the network.",
  covers: "call",
  grant: makeExecutionGrant(),
  onlyOnce: false
} as const
const { toolName, summary, why } = await Effect.runPromise(makeApprovalCard(question))
assert.deepEqual([toolName, why], ["deploy", "It reaches the network."])
assert.match(summary, /production/)
