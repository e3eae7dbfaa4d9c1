// A server with Hono and a principal for each user: the token of a request decides what its calls may do.
import { deepEqual } from "node:assert/strict"
import { mkdtempSync, writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { builtins, type CallOptions, createToolgate } from "toolgate"

const folder = mkdtempSync(join(import.meta.dirname, "policy-"))
const policy = join(folder, "toolgate.yaml")
const workspace = mkdtempSync(join(import.meta.dirname, "workspace-"))
writeFileSync(
  policy,
  "version: 1\nlayers: { roles: { writer: {}, reader: { allow: [read_file] } } }\ntool_confirmation: { default: { WRITE: auto } }\n"
)

const users = new Map<string, CallOptions>([
  ["token of ada", { agent: "ada", session: "ada", role: "writer" }],
  ["token of bob", { agent: "bob", session: "bob", role: "reader" }]
])

const gate = await createToolgate({ workspace, policy: { files: [policy] }, tools: builtins() })
const app = new Hono<{ Variables: { user: CallOptions } }>()
  .use(async (context, next) => {
    const user = users.get(context.req.header("authorization") ?? "")
    if (user === undefined) return context.json({ error: "unauthorized" }, 401)
    context.set("user", user)
    return next()
  })
  .get("/tools", (context) => context.json(gate.tools.list(context.var.user).map(({ name }) => name)))
  .post("/calls/:tool", async (context) => {
    const args = await context.req.text()
    const call = { id: crypto.randomUUID(), tool: context.req.param("tool"), argsText: args }
    // A client that hangs up aborts the call.
    const options = { ...context.var.user, signal: context.req.raw.signal }
    const { success, output, error } = await gate.dispatch(call, options)
    return context.json({ said: output.value ?? output.content, error: error?.class }, success ? 200 : 403)
  })

const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
  const opened = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve(opened))
})
const { port } = server.address() as AddressInfo
const ask = async (user: string, path: string, args?: object) => {
  const body = args === undefined ? {} : { method: "POST", body: JSON.stringify(args) }
  const headers = { authorization: `token of ${user}`, connection: "close" }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...body })
  return [response.status, ((await response.json()) as { error?: string }).error]
}

const file = { path: "a.txt", content: "hello\n" }
deepEqual(await ask("bob", "/calls/write_file", file), [403, "permission_denied"])
deepEqual(await ask("ada", "/calls/write_file", file), [200, undefined])
deepEqual(await ask("bob", "/calls/read_file", { path: "a.txt" }), [200, undefined])
deepEqual(await ask("eve", "/calls/read_file", { path: "a.txt" }), [401, "unauthorized"])
deepEqual(await ask("ada", "/calls/read_file", { path: "../a" }), [403, "permission_denied"])
deepEqual(
  [gate.canUseTool("write_file", users.get("token of ada")), gate.canUseTool("write_file", users.get("token of bob"))],
  [true, false]
)
server.close()
await gate.close()
console.log("Hono: each user called, was refused, and is gone.")
