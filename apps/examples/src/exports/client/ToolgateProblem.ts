import assert from "node:assert/strict"
import { createClient, ToolgateProblem } from "@toolgate/client"

const problem = { type: "urn:toolgate:already-decided", title: "Already decided", status: 409, detail: "Too late." }
const { approvals } = createClient({
  url: "https://gate.example.org",
  token: "secret",
  fetch: async () => Response.json({ ...problem, ended: "approve", by: "ada" }, { status: 409 })
})
const decide = async (id: string) => {
  try {
    return (await approvals.decide(id, { decision: "deny" })).decision
  } catch (error) {
    if (!(error instanceof ToolgateProblem) || error.type !== "urn:toolgate:already-decided") throw error
    return `${error.by} was first`
  }
}
assert.equal(await decide("7f0e"), "ada was first")
