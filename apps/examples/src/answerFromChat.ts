// A button of a chat answers an agent's question. The service behind it decides with a token of its own, and only for what it has read.
import assert from "node:assert/strict"
import { serveDeployments } from "./parts/serveDeployments.ts"
import { type ChatMessage, startChat } from "./parts/startChat.ts"

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`
const posted = Promise.withResolvers<ChatMessage>()
await using chat = await startChat(secret, posted.resolve)
await using server = await serveDeployments({ url: chat.url, secret })

const session = await server.request("agent", "POST", "/sessions", {})
const call = { tool: "deploy", args: { version: "1.4.0", token: "correct-horse-battery" }, mode: "defer" }
await server.request("agent", "POST", `/sessions/${session.body.id}/calls`, call)
const { approvalId } = (await posted.promise).data

/** Answers for a person of the team, whom the chat has signed in, when they press a button. */
const press = async (decision: "allow" | "deny", person: string) => {
  const { body } = await server.request("chat", "GET", `/approvals/${approvalId}`)
  const reason = `Decided by ${person} in the chat.`
  return server.request("chat", "POST", `/approvals/${approvalId}/decision`, {
    decision,
    // The decision counts only for the question that the service has just read.
    digest: body.request.digest,
    ...(decision === "deny" ? { reason } : {})
  })
}

// The agent cannot approve its own call.
const own = await server.request("agent", "POST", `/approvals/${approvalId}/decision`, { decision: "allow" })
assert.equal(own.status, 403)
assert.equal((await press("allow", "ada")).status, 200)
// The second press comes too late, and learns who was first.
const late = await press("deny", "bob")
assert.deepEqual([late.status, late.body.ended, late.body.by], [409, "approve", "the chat"])

const run = await server.request("agent", "POST", `/approvals/${approvalId}/resume`)
const [block] = run.body.output.content
console.log(block?.text)
assert.equal(block?.text, "Version 1.4.0 is deployed.")
