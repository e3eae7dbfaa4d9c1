import assert from "node:assert/strict"
import { createClient, UnexpectedAnswer } from "@toolgate/client"

const { sessions } = createClient({
  url: "https://gate.example.org",
  token: "secret",
  fetch: async () => new Response("<html>Sign in", { headers: { "content-type": "text/html" } })
})
const failure = await sessions.list().catch((error) => error)
assert.ok(failure instanceof UnexpectedAnswer)
assert.equal(failure.status, 200)
