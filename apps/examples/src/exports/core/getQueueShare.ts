import assert from "node:assert/strict"
import { getQueueShare } from "@toolgate/core"

const ceiling = { tools: "any" } as const
const principal = { agent: "reader", ceiling, parent: { agent: "editor", ceiling } }
assert.deepEqual(getQueueShare({ principal, session: "alice" }), { agent: "editor", session: "alice" })
