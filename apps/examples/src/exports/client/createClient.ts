import assert from "node:assert/strict"
import { createClient } from "@toolgate/client"

const client = createClient({
  url: "https://gate.example.org",
  token: "secret",
  // A program has no need of this: it uses the `fetch` of the platform.
  fetch: async (url) => Response.json(url.endsWith("/calls") ? { callId: "1", success: true } : { id: "8f14" })
})
const session = await client.sessions.open({ readOnly: true })
const { success } = await session.call({ tool: "read_file", args: { path: "README.md" } })
assert.ok(success)
