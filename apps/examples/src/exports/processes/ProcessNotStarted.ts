import assert from "node:assert/strict"
import { createToolgate } from "toolgate"
import { ProcessNotStarted } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [] })
const command = ["/no/such/program"] as const
const start = gate.startRunner({ agent: "worker", command, confinement: "none" })
const cause = await start.catch((error: unknown) => error)
assert(cause instanceof ProcessNotStarted)
