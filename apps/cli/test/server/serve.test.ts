import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { ended, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { project } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

type Project = ReturnType<typeof project>

const run = ({ cwd, state }: Project, words: ReadonlyArray<string>) =>
  toolgate(words, { cwd, env: { XDG_STATE_HOME: state } })

/** Starts `toolgate serve` on a free port, and resolves when it listens. */
const serve = async ({ cwd, state }: Project, words: ReadonlyArray<string> = []) => {
  const child = start(["serve", "--listen", "127.0.0.1:0", ...words], cwd, { XDG_STATE_HOME: state })
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
  return { child, url, getNotices: () => seen }
}

/** Adds a token, and returns a function that sends requests with it. */
const addToken = async (at: Project, words: ReadonlyArray<string>) => {
  const { stdout } = await run(at, ["token", "add", ...words])
  return async (url: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read members of any answer.
    return { status: response.status, body: (await response.json()) as any }
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

it("writes settings that it reads", async () => {
  const at = project()
  const settings = join(folder(), "new", "server.yaml")
  expect((await run(at, ["serve", "--init", "--config", settings])).status).toBe(0)
  const text = readFileSync(settings, "utf8")
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
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "content-type": "application/x-www-form-urlencoded" },
    body: `code=${new URL(address).hash.slice(1)}`
  })
  expect(answer.status).toBe(303)
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? ""
  const page = await fetch(`${url}/sign-in`, { headers: { cookie, origin: url } })
  expect(await page.text()).toContain("decide, read, administer")
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
