import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import { createToolgate, defineTool } from "toolgate"
import { PendingApprovals, partsOf } from "toolgate/effect"

const parameters = { type: "object" } as const
const execute = () => "Deployed."
const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], onAsk: "wait" })
const { services } = partsOf(gate)
const deny = (id: string) =>
  Effect.flatMap(PendingApprovals, ({ decide }) => decide(id, { decision: "deny", reason: "We are closing." }))

const answer = gate.dispatch({ id: "1", tool: "deploy", args: {} })
const { value: question } = await gate.approvals[Symbol.asyncIterator]().next()
await Effect.runPromiseWith(services)(deny(question.id))
assert.equal((await answer).error?.why, "UserDenied")
