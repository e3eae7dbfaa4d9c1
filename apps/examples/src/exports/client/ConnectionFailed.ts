import assert from "node:assert/strict"
import { ConnectionFailed, createClient } from "@toolgate/client"

const { sessions } = createClient({
  url: "https://gate.example.org",
  token: "secret",
  fetch: () => Promise.reject(new TypeError("Failed to fetch"))
})
const call = { tool: "send_mail", args: { to: "ada" } }
const failure = await sessions
  .use("8f14")
  .call(call)
  .catch((error) => error)
assert.ok(failure instanceof ConnectionFailed)
assert.equal(failure.executed, "unknown")
