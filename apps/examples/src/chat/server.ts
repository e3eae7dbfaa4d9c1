// A chat with a principal per user. Users approve their assistant's calls on the chat page: on the AI SDK, or on the
// OpenAI Agents SDK with `FRAMEWORK=openai-agents`. The models are scripted, so that the example needs no network.
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { csrf } from "hono/csrf"
import { builtins, createToolgate, type Session } from "toolgate"
import { createFolder } from "../parts/createFolder.ts"
import { asTyped } from "../parts/Script.ts"
import { renderPage } from "./renderPage.ts"

const gate = await createToolgate({
  workspace: await createFolder({ "greeting.txt": "Hello." }),
  policy: { files: [] },
  tools: builtins(),
  onAsk: "wait"
})

const chats = {
  "ai-sdk": async () => {
    const [{ createAiSdkChat }, { makeScriptedModel }] = await Promise.all([
      import("./createAiSdkChat.ts"),
      import("../parts/makeScriptedModel.ts")
    ])
    return createAiSdkChat(makeScriptedModel(asTyped))
  },
  "openai-agents": async () => {
    const [{ createOpenAiAgentsChat }, { makeScriptedAgentsModel }] = await Promise.all([
      import("./createOpenAiAgentsChat.ts"),
      import("../parts/makeScriptedAgentsModel.ts")
    ])
    return createOpenAiAgentsChat(makeScriptedAgentsModel(asTyped))
  }
}
const answer = await chats[process.env.FRAMEWORK === "openai-agents" ? "openai-agents" : "ai-sdk"]()

const app = new Hono<{ Variables: { user: string; session: Session } }>()
// Take the user from your sign-in. Here a proxy sets the header, and drops the client's.
app.use(csrf(), async (c, next) => {
  const user = c.req.header("x-user") ?? process.env.CHAT_USER
  if (!user) return c.text("Sign in first.", 401)
  c.set("user", user)
  c.set("session", await gate.session({ id: user, agent: "assistant", onBehalfOf: user }))
  return next()
})
app.get("/", (c) => c.html(renderPage(c.var.user)))
app.post("/chat", async (c) => {
  const { text } = await c.req.json<{ text: unknown }>()
  return c.json({ text: await answer(c.var.user, c.var.session, String(text), c.req.raw.signal) })
})
app.get("/approvals", async (c) =>
  c.json((await c.var.session.approvals.list()).map(({ id, why, summary }) => ({ id, why, summary })))
)
app.post("/approvals/:id", async (c) => {
  const decision = await c.req.json()
  const outcome = await c.var.session.approvals.decide(c.req.param("id"), decision, { by: c.var.user, from: "chat" })
  return c.json(outcome, outcome.outcome === "decided" ? 200 : 409)
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`The chat is at http://localhost:${port}/`)
)
