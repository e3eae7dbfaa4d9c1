import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { secret, startReceiver } from "../../../../packages/edges/server/test/webhooks/startReceiver.ts"
import { openReceiver } from "../../../../packages/edges/telemetry/test/receiver.ts"
import { ended, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { project } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

type Project = ReturnType<typeof project>

const run = ({ cwd, state }: Project, words: ReadonlyArray<string>) =>
  toolgate(words, { cwd, env: { XDG_STATE_HOME: state } })

/** Starts `toolgate serve` on a free port, and resolves when it listens. */
const serve = async ({ cwd, state }: Project, words: ReadonlyArray<string> = [], env: NodeJS.ProcessEnv = {}) => {
  const child = start(["serve", "--listen", "127.0.0.1:0", ...words], cwd, { ...env, XDG_STATE_HOME: state })
  onTestFinished(() => void child.kill("SIGKILL"))
  let seen = ""
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (piece) => {
      seen += piece
      const [, url] = /Serving at (\S+)\n/.exec(seen) ?? []
      if (url !== undefined) resolve(url)
    })
    child.once("exit", () => reject(new Error(seen)))
  })
  return { child, url, getNotices: () => seen, hearsOf: (text: RegExp) => waitForText(child.stderr, text) }
}

/** Resolves when a stream has written a text from now on. Rejects if it ends before. */
const waitForText = (stream: NodeJS.ReadableStream, text: RegExp) =>
  new Promise<void>((resolve, reject) => {
    let seen = ""
    const hear = (piece: Buffer) => {
      seen += piece
      if (!text.test(seen)) return
      stream.off("data", hear)
      resolve()
    }
    stream.on("data", hear).once("close", () => reject(new Error(seen)))
  })

/** Adds a token, and returns a function that sends requests with it. */
const addToken = async (at: Project, words: ReadonlyArray<string>) => {
  const { stdout } = await run(at, ["token", "add", ...words])
  return async (url: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const isJson = response.headers.get("content-type")?.includes("json") === true
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
    return { status: response.status, body: (await (isJson ? response.json() : response.text())) as any }
  }
}

it("a call that waits for a person outlives a killed server, and runs once", async () => {
  const at = project()
  const agent = await addToken(at, ["agent"])
  const ada = await addToken(at, ["ada", "--right", "decide"])
  const first = await serve(at)
  const session = (await agent(first.url, "POST", "/v1/sessions", {})).body.id
  const call = { tool: "write_file", args: { path: "note.txt", content: "x" }, mode: "defer" }
  const { body } = await agent(first.url, "POST", `/v1/sessions/${session}/calls`, call)
  const id = body.pending.approvalId
  first.child.kill("SIGKILL")
  await ended(first.child)

  const { url } = await serve(at)
  expect((await agent(url, "GET", `/v1/sessions/${session}`)).body.id).toBe(session)
  expect((await ada(url, "POST", `/v1/approvals/${id}/decision`, { decision: "allow" })).status).toBe(200)
  const runs = await Promise.all([1, 2].map(() => agent(url, "POST", `/v1/approvals/${id}/resume`)))
  expect(runs.map(({ body }) => body.executed).sort()).toEqual(["no", "yes"])
  expect(readFileSync(join(at.cwd, "note.txt"), "utf8")).toBe("x")
  const record = await run(at, ["audit", "list", "--store", join(at.state, "toolgate/store.sqlite")])
  expect(record.stdout).toContain("write_file")
})

it("ends a running call when it is stopped, and answers it", async () => {
  const at = project()
  const agent = await addToken(at, ["agent"])
  const settings = join(folder(), "server.yaml")
  writeFileSync(settings, "limits: { grace: 1ms }\n")
  const { url, child } = await serve(at, ["--policy", "host", "--config", settings])
  const session = (await agent(url, "POST", "/v1/sessions", {})).body.id
  const path = `/v1/sessions/${session}/calls`
  const call = agent(url, "POST", path, { tool: "shell", args: { command: "touch begun; sleep 300" } })
  while (!existsSync(join(at.cwd, "begun"))) await new Promise((resolve) => setImmediate(resolve))
  child.kill("SIGTERM")
  const { status } = await ended(child)
  expect(status).toBe(143)
  expect((await call).body).toMatchObject({ executed: "yes", error: { class: "cancelled" } })
})

it("reloads the policy at a SIGHUP, and leaves the old one in force if a file does not load", async () => {
  const at = project()
  const file = join(folder(), "toolgate.yaml")
  writeFileSync(file, "version: 1\n")
  const agent = await addToken(at, ["agent"])
  const { url, child, hearsOf } = await serve(at, ["--policy", file])
  const session = (await agent(url, "POST", "/v1/sessions", {})).body.id
  const list = async () => {
    const call = { tool: "list_dir", args: { path: "." } }
    return (await agent(url, "POST", `/v1/sessions/${session}/calls`, call)).body.success
  }
  const hangUp = async (text: string, says: RegExp) => {
    writeFileSync(file, text)
    const heard = hearsOf(says)
    child.kill("SIGHUP")
    await heard
  }
  expect(await list()).toBe(true)
  await hangUp("version: 1\nrules: { deny: [list_dir] }\n", /The policy was reloaded\.\n/)
  expect(await list()).toBe(false)
  const invalid = /The policy was not reloaded, and the old one stays in force:\n\S+toolgate\.yaml:2:10: .*denny.*\n/
  await hangUp("version: 1\nrules: { denny: [] }\n", invalid)
  expect(await list()).toBe(false)
  child.kill("SIGTERM")
  expect((await ended(child)).status).toBe(143)
  const { stdout } = await run(at, ["audit", "list", "--json", "--store", join(at.state, "toolgate/store.sqlite")])
  const acts = stdout.split("\n").filter((line) => line.includes("policy.reloaded"))
  expect(acts.map((line) => JSON.parse(line).record)).toMatchObject([
    { from: "SIGHUP", by: userInfo().username, subject: file }
  ])
})

it("counts its calls at /metrics, and exports their spans to the receiver that the environment names", async () => {
  await using receiver = await openReceiver()
  const at = project()
  const agent = await addToken(at, ["agent"])
  const monitor = await addToken(at, ["monitor", "--right", "read"])
  const { url, child } = await serve(at, [], { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint })
  const session = (await agent(url, "POST", "/v1/sessions", {})).body.id
  await agent(url, "POST", `/v1/sessions/${session}/calls`, { tool: "list_dir", args: { path: "." } })
  expect((await monitor(url, "GET", "/metrics")).body).toContain('toolgate_calls_total{gen_ai_tool_name="list_dir"')
  child.kill("SIGTERM")
  await ended(child)
  const [{ name, attributes } = expect.fail("no span")] = receiver.spans()
  expect([name, attributes["gen_ai.conversation.id"]]).toEqual(["execute_tool list_dir", session])
})

it("explains what keeps it from serving", async () => {
  const at = project()
  const { url } = await serve(at)
  const { port } = new URL(url)
  const taken = await run(at, ["serve", "--listen", `127.0.0.1:${port}`])
  expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining("another program listens there")])
  const settings = join(folder(), "server.yaml")
  writeFileSync(settings, "listen: 7333\nhost: [a/b]\ntls: { key: /k }\n")
  const invalid = await run(at, ["serve", "--config", settings])
  expect(invalid.status).toBe(2)
  for (const text of [`${settings}:1:9:`, `${settings}:2:1:`, '"certificate"']) expect(invalid.stderr).toContain(text)
  expect((await run(at, ["serve", "--listen", "7333"])).stderr).toContain("127.0.0.1:7333")
})

it("sends webhooks to the receivers of its settings, which name their secrets", async () => {
  await using receiver = await startReceiver()
  const at = project()
  const agent = await addToken(at, ["agent"])
  const settings = join(folder(), "server.yaml")
  const webhook = `{ url: "${receiver.url}", secret: "\${env:HOOK}", events: [approval.requested], allowPrivate: true }`
  writeFileSync(settings, `webhooks: [${webhook}]\npublicUrl: "https://gate.example"\n`)
  const words = ["serve", "--listen", "127.0.0.1:0", "--config", settings]
  expect((await run(at, words)).stderr).toContain(`its reference "\${env:HOOK}" has no value`)
  const invalid = await toolgate(words, { cwd: at.cwd, env: { XDG_STATE_HOME: at.state, HOOK: "hunter22" } })
  expect(invalid.stderr).toContain('must be "whsec_" and 24 to 64 bytes in base64')
  expect(invalid.stderr).not.toContain("hunter22")
  const { url } = await serve(at, ["--config", settings], { HOOK: secret })
  const session = (await agent(url, "POST", "/v1/sessions", {})).body.id
  const call = { tool: "write_file", args: { path: "note.txt", content: "x" }, mode: "defer" }
  const { body } = await agent(url, "POST", `/v1/sessions/${session}/calls`, call)
  await receiver.until(({ length }) => length > 0)
  expect(receiver.received.map(({ message }) => [message.type, message.data.link])).toEqual([
    ["approval.requested", `https://gate.example/approvals/${body.pending.approvalId}`]
  ])
})

it("writes settings that it reads", async () => {
  const at = project()
  const settings = join(folder(), "new", "server.yaml")
  expect((await run(at, ["serve", "--init", "--config", settings])).status).toBe(0)
  const text = readFileSync(settings, "utf8")
  const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? []
  expect(JSON.parse(readFileSync(join(settings, "..", schema), "utf8")).properties).toHaveProperty("webhooks")
  expect((await run(at, ["serve", "--init", "--config", settings])).stderr).toContain("already exists")
  // Each key that is explained may be set as the example says.
  const keys = [...text.matchAll(/^# (\w+: \S.*)$/gm)].map(([, line]) => line)
  expect(keys.length).toBeGreaterThan(5)
  const { listen, socket, ...others } = Object.fromEntries(keys.map((line = "") => [line.split(":")[0], line]))
  writeFileSync(settings, `${Object.values(others).join("\n")}\n`)
  expect([listen, socket]).not.toContain(undefined)
  const { stderr } = await run(at, ["serve", "--config", settings, "--listen", "127.0.0.1:1"])
  expect(stderr).not.toContain(settings)
})

it("signs a browser in at its first start, and keeps no secret of its first token", async () => {
  const at = project()
  const { url, child, getNotices } = await serve(at)
  while (!/once: \S+\n/.test(getNotices())) await new Promise((resolve) => child.stderr.once("data", resolve))
  const [, address = ""] = /once: (\S+)\n/.exec(getNotices()) ?? []
  expect(address.startsWith(`${url}/sign-in#`)).toBe(true)
  const answer = await fetch(`${url}/v1/sign-in`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ code: new URL(address).hash.slice(1) })
  })
  const { token, rights } = (await answer.json()) as { readonly token: string; readonly rights: ReadonlyArray<string> }
  expect(rights).toEqual(["decide", "read", "administer"])
  const listed = await fetch(`${url}/v1/approvals`, { headers: { authorization: `Bearer ${token}` } })
  expect(listed.status).toBe(200)
  expect(getNotices()).not.toContain("tg_")
  child.kill("SIGKILL")
  await ended(child)
  // A later start, without a terminal, prints no code.
  const later = start(["serve", "--listen", "127.0.0.1:0"], at.cwd, { XDG_STATE_HOME: at.state })
  let said = ""
  later.stderr.on("data", (piece) => {
    said += piece
    if (said.includes("Serving at")) later.kill("SIGTERM")
  })
  await ended(later)
  expect(said).not.toContain("sign-in")
})
