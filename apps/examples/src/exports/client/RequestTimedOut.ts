import assert from "node:assert/strict"
import { createClient, RequestTimedOut } from "@toolgate/client"

const { sessions } = createClient({
  url: "https://gate.example.org",
  token: "secret",
  fetch: (_, { signal }) => new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
})
const failure = await sessions.list({}, { requestTimeoutMs: 1 }).catch((error) => error)
assert.ok(failure instanceof RequestTimedOut)
assert.equal(failure.executed, "no")
