import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { MemoryApprovalStore, StoredApprovals } from "@toolgate/approval"
import { SecretKey } from "@toolgate/local-secrets"
import * as Layer from "effect/Layer"
import { createToolgate, defineTool } from "toolgate"

const parameters = { type: "object" } as const
const execute = () => "Deployed."
const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
const approvals = StoredApprovals.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
  Layer.provide(MemoryApprovalStore.layer)
)
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
// The call does not wait: its question is stored until a person answers.
const { pending, executed } = await gate.dispatch({ id: "1", tool: "deploy", args: {} }, { defer: {} })
assert.equal(executed, "no")
assert.deepEqual(
  (await gate.approvals.list()).map(({ id }) => id),
  [pending?.approvalId]
)
