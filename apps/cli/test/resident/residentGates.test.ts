import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { findResident } from "../../src/resident/connectToResident.ts"
import { startResident } from "../../src/resident/startResident.ts"
import { folder } from "../folder.ts"
import { killProcess, testResident, waitForEnd } from "./testResident.ts"

const denying = (tool: string) => `version: 1\nrules: { deny: [${tool}] }\n`

it("loads a changed policy file before the next verdict, and reports one that does not load", async () => {
  const { connect, work, path, place } = testResident()
  const { ask } = await connect()
  const policy = join(path, "policy.yaml")
  const own = join(work, "toolgate.yaml")
  writeFileSync(policy, denying("write_file"))
  const opened = await ask("POST", "/sessions", { workspace: work, policy: [policy], agent: "hook" })
  expect(opened).toMatchObject({ status: 201, body: { agent: "hook", workspace: work } })
  const judge = async (tool = "read_file") => {
    const { body } = await ask("POST", `/sessions/${opened.body.id}/judgements`, { tool, args: { path: "note.txt" } })
    return body.decision
  }
  expect([await judge("write_file"), await judge()]).toEqual(["deny", "allow"])
  writeFileSync(policy, denying("read_file"))
  expect(await judge()).toBe("deny")
  // A file that does not load leaves the one before in force.
  writeFileSync(policy, "version: 1\nrules: { deny: 7 }\n")
  expect(await judge()).toBe("deny")
  const [gate] = (await ask("GET", "/resident")).body.gates
  expect(gate).toMatchObject({
    workspace: work,
    files: [policy],
    sessions: 1,
    fault: expect.stringContaining(`${policy}:2:`)
  })
  writeFileSync(policy, denying("write_file"))
  expect(await judge()).toBe("allow")
  // The folder's own file narrows the policy as soon as it is there and loads.
  const getFaults = async (): Promise<ReadonlyArray<string | undefined>> =>
    (await ask("GET", "/resident")).body.gates.map(({ fault }: { readonly fault?: string }) => fault)
  expect(await getFaults()).toEqual([undefined])
  writeFileSync(own, "version: 2\n")
  expect([await judge(), await getFaults()]).toEqual(["allow", [expect.stringContaining(`${own}:1:`)]])
  rmSync(own)
  symlinkSync("/nowhere", own)
  expect([await judge(), await getFaults()]).toEqual(["allow", [expect.stringContaining("broken link")]])
  rmSync(own)
  expect([await judge(), await getFaults()]).toEqual(["allow", [undefined]])
  writeFileSync(own, denying("read_file"))
  expect(await judge()).toBe("deny")
  rmSync(own)
  expect(await judge()).toBe("allow")
  const { body } = await ask("GET", "/resident")
  expect(body.gates.map(({ sessions, project }: Record<string, unknown>) => [sessions, project])).toEqual([
    [1, undefined],
    [0, own]
  ])

  // A session cannot begin under files that do not load.
  writeFileSync(policy, "version: 2\n")
  const another = { workspace: folder(), policy: [policy] }
  expect(await ask("POST", "/sessions", another)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining(`${policy}:1:`) }
  })
  for (const nonsense of [
    { workspace: "work" },
    {},
    { workspace: work, policy: ["policy.yaml"] },
    { workspace: policy }
  ])
    expect((await ask("POST", "/sessions", nonsense)).status).toBe(400)

  // No person can allow a call to read the token.
  writeFileSync(policy, "version: 1\n")
  const reader = await ask("POST", "/sessions", another)
  const read = async (file: string) => {
    const call = { tool: "shell", args: { command: `cat ${file}` } }
    return (await ask("POST", `/sessions/${reader.body.id}/judgements`, call)).body
  }
  expect((await read(join(path, "other"))).decision).toBe("ask")
  expect(await read(place.token)).toMatchObject({ decision: "deny", rule: "its own files" })
})

it("gets an environment of its own, and nothing from a client's", async () => {
  const { connect, path, work, place } = testResident()
  const evil = join(path, "evil.cjs")
  writeFileSync(evil, `require("node:fs").writeFileSync(${JSON.stringify(join(path, "ran"))}, "")`)
  process.env.NODE_OPTIONS = `--require ${evil}`
  const { status } = await connect().finally(() => {
    delete process.env.NODE_OPTIONS
  })
  expect(() => readFileSync(join(path, "ran"))).toThrow("ENOENT")
  if (process.platform === "linux") {
    const names = readFileSync(`/proc/${status.pid}/environ`, "utf8").split("\0").filter(Boolean)
    expect(names.map((one) => one.split("=")[0]).sort()).toEqual(["HOME", "LOGNAME", "PATH", "USER"])
  }

  // Each side checks the version and the token of the other.
  await expect(connect({ version: "0.0.1" })).rejects.toThrow("Use the newer program")
  await expect(connect({ version: "99.0.0" })).rejects.toThrow("Install one version of Toolgate")
  const { ask: again } = await connect()
  expect((await again("POST", "/sessions", { workspace: work })).status).toBe(201)
  const plain = (headers: Record<string, string>) =>
    new Promise((resolve, reject) =>
      request(
        { socketPath: place.socket, path: "/v1/sessions", headers: { host: "localhost", ...headers } },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }
      )
        .on("error", reject)
        .end()
    )
  const authorization = `Bearer ${readFileSync(place.token, "utf8")}`
  expect(await plain({ authorization })).toBe(409)
  expect(await plain({ authorization, "toolgate-version": "0.0.1" })).toBe(409)
  expect(await plain({ "toolgate-version": status.version })).toBe(401)
})

describe("when clients start it at once", () => {
  it("runs once, and the process that is second ends", async () => {
    const { connect, place, store } = testResident()
    const all = await Promise.all([connect(), connect()])
    const pids = new Set(all.map(({ status }) => status.pid))
    expect(pids.size).toBe(1)
    const { child, wrote } = startResident(place, { store })
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0)
    expect(wrote()).toContain("Another process is the resident gate")
    expect(pids).toContain((await connect()).status.pid)
  })
})

it("keeps sessions and deferred calls when it is killed, and runs an approved call once", async () => {
  const { connect, work } = testResident()
  const first = await connect()
  const { body } = await first.ask("POST", "/sessions", { workspace: work, noProjectPolicy: true })
  const call = { tool: "write_file", args: { path: "note.txt", content: "x" }, mode: "defer" }
  const deferred = await first.ask("POST", `/sessions/${body.id}/calls`, call)
  const { approvalId } = deferred.body.pending
  killProcess(first.status.pid)
  await waitForEnd(first.status.pid)

  const { ask } = await connect()
  expect((await ask("GET", "/resident")).body.waitingApprovals).toBe(1)
  expect((await ask("POST", `/approvals/${approvalId}/decision`, { decision: "allow" })).status).toBe(200)
  const runs = await Promise.all([1, 2].map(() => ask("POST", `/approvals/${approvalId}/resume`)))
  expect(runs.map(({ body }) => body.executed).sort()).toEqual(["no", "yes"])
  expect(readFileSync(join(work, "note.txt"), "utf8")).toBe("x")
})

it("ends when it is idle, and not while a call waits", async () => {
  const { connect, work, place } = testResident()
  const { client, ask, status } = await connect({ idleMs: 1_000 })
  const { body } = await ask("POST", "/sessions", { workspace: work, noProjectPolicy: true })
  const call = { tool: "write_file", args: { path: "note.txt", content: "x" }, mode: "accept" }
  expect((await ask("POST", `/sessions/${body.id}/calls`, call)).status).toBe(202)
  client.close()

  // One without a call, whose time begins later, ends.
  const idle = await testResident().connect({ idleMs: 1_000 })
  idle.client.close()
  await waitForEnd(idle.status.pid)
  const found = await findResident(place)
  expect(found?.status).toMatchObject({ pid: status.pid, openCalls: 1 })
  expect((await found?.client.send("POST", "/v1/resident/stop?idle"))?.status).toBe(409)

  const list = (await found?.client.send("GET", "/v1/approvals"))?.body as { items: Array<{ request: { id: string } }> }
  const path = `/v1/approvals/${list.items[0]?.request.id}/decision`
  expect((await found?.client.send("POST", path, { body: { decision: "deny" } }))?.status).toBe(200)
  found?.client.close()
  await waitForEnd(status.pid)
  expect(await findResident(place)).toBeUndefined()
})
