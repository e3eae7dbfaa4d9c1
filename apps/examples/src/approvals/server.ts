// A server with a session per user, a page on which users answer their questions, and a tool that is added at run time.
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { csrf } from "hono/csrf"
import { html } from "hono/html"
import { type ApprovalDecision, builtins, createToolgate, defineTool, type Session, Type } from "toolgate"

const gate = await createToolgate({ workspace: ".", policy: { files: [] }, tools: builtins(), onAsk: "wait" })
const dice = defineTool({
  name: "dice",
  description: "Rolls a die.",
  parameters: Type.Object({}),
  sideEffects: "NONE",
  execute: () => 1 + Math.floor(Math.random() * 6)
})

const app = new Hono<{ Variables: { session: Session } }>()
// Take the user from your sign-in. Here a proxy sets the header, and drops the client's. `csrf` refuses forms from
// other sites.
app.use(csrf(), async (c, next) => {
  const user = c.req.header("x-user")
  if (!user) return c.text("Sign in first.", 401)
  c.set("session", await gate.session({ id: user, agent: "assistant" }))
  return next()
})
app.post("/calls", async (c) => c.json(await c.var.session.dispatch(await c.req.json(), { signal: c.req.raw.signal })))
app.get("/tools", (c) => c.json(c.var.session.tools.list().map(({ name }) => name)))
app.post("/tools/dice", async (c) => {
  await gate.tools.add(dice)
  return c.text("There is a tool more.", 201)
})
app.get("/approvals", async (c) => {
  const forms = (await c.var.session.approvals.list()).map(
    ({ id, why, summary }) => html`<form method="post" action="/approvals/${id}"><p>${why}</p><pre>${summary}</pre>
      <button name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></form>`
  )
  return c.html(html`<!doctype html><title>Approvals</title>${forms}`)
})
app.post("/approvals/:id", async (c) => {
  const { decision } = await c.req.parseBody()
  const outcome = await c.var.session.approvals.decide(c.req.param("id"), { decision } as ApprovalDecision)
  return outcome.outcome === "decided" ? c.redirect("/approvals", 303) : c.text(outcome.message, 409)
})
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`Questions wait at http://localhost:${port}/approvals`)
)
