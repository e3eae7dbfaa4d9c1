// An agent's question is posted to a chat by a signed webhook, which shows the call, but neither its secrets nor a way to decide.
import assert from "node:assert/strict"
import { serveDeployments } from "./parts/serveDeployments.ts"
import { type ChatMessage, startChat } from "./parts/startChat.ts"

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
const posted = Promise.withResolvers<ChatMessage>()
await using chat = await startChat(secret, posted.resolve)
await using server = await serveDeployments({ url: chat.url, secret })

const session = await server.request("agent", "POST", "/sessions", {})
await server.request("agent", "POST", `/sessions/${session.body.id}/calls`, {
  tool: "deploy",
  args: { version: "1.4.0", token: "correct-horse-battery" },
  mode: "defer"
})

const { type, data } = await posted.promise
console.log(`#approvals: ${data.agent} asks. ${data.why}\n${data.summary}\nLook at it: ${data.link}`)
assert.equal(type, "approval.requested")
assert.match(data.summary, /"version": "1\.4\.0"/)
assert.doesNotMatch(JSON.stringify(data), /correct-horse/)
