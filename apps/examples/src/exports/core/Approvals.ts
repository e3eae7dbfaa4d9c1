import assert from "node:assert/strict"
import { refuse } from "@toolgate/core"
import * as Layer from "effect/Layer"
import { createToolgate, defineTool } from "toolgate"
import { Approvals } from "toolgate/effect"

const parameters = { type: "object" } as const
const execute = () => "Deployed."
const deploy = defineTool({ name: "deploy", description: "Deploys.", parameters, sideEffects: "NETWORK", execute })
const approvals = Layer.succeed(Approvals, {
  obtain: ({ why }) => refuse("UserDenied", `No person is asked at night: ${why}`)
})
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [deploy], approvals })
const { error } = await gate.dispatch({ id: "1", tool: "deploy", args: {} })
assert.match(error?.message ?? "", /^No person is asked at night/)
