import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ToolExecution } from "toolgate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { root } from "./documents.ts"

const program = join(root, "apps/examples/src/approvals/server.ts")

/** Starts the server in a temporary folder. Returns functions for its users' actions, and one that ends the server. */
const startServer = async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-approvals-")))
  const server = spawn(process.execPath, ["--conditions=@toolgate/source", program], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const end = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve))
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ""
  const origin = await new Promise<string>((resolve, reject) => {
    server.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)))
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const found = /http:\/\/localhost:\d+/.exec(said)
      if (found !== null) resolve(found[0])
    })
  })
  const ask = (user: string, path: string, options: RequestInit = {}) =>
    fetch(`${origin}${path}`, { redirect: "manual", ...options, headers: { "x-user": user, ...options.headers } })
  const call = async (user: string, tool: string, args: object, signal?: AbortSignal): Promise<ToolExecution> => {
    const body = JSON.stringify({ id: crypto.randomUUID(), tool, args })
    const headers = { "content-type": "application/json" }
    const answer = await ask(user, "/calls", { method: "POST", body, headers, ...(signal && { signal }) })
    return (await answer.json()) as ToolExecution
  }
  const page = async (user: string) => (await ask(user, "/approvals")).text()
  return {
    end,
    folder,
    origin,
    ask,
    call,
    page,
    write: (user: string, path: string, content = "x", signal?: AbortSignal) =>
      call(user, "write_file", { path, content }, signal),
    /** Waits until a user's page shows `count` questions, and returns their ids. */
    questions: async (user: string, count: number) => {
      const ids = async () =>
        [...(await page(user)).matchAll(/action="\/approvals\/([^"]+)"/g)].map(([, id]) => id ?? "")
      await expect.poll(ids).toHaveLength(count)
      return ids()
    },
    decide: (user: string, id: string, decision: string, from = origin) =>
      ask(user, `/approvals/${id}`, {
        method: "POST",
        body: new URLSearchParams({ decision }),
        headers: { origin: from }
      })
  }
}

describe("the server with a page of approvals", () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.end())

  it("shows each user the questions of their own session, and runs approved calls", async () => {
    const { folder, write, questions, decide } = server
    const [mine, other] = [write("alice", "a.txt"), write("bob", "b.txt")]
    const [[first = ""], [second = ""]] = [await questions("alice", 1), await questions("bob", 1)]
    const stolen = await decide("bob", first, "approve")
    expect([stolen.status, await stolen.text()]).toEqual([409, expect.stringMatching(/^Unknown question: it may/)])
    const approved = await decide("alice", first, "approve")
    expect([approved.status, approved.headers.get("location")]).toEqual([303, "/approvals"])
    expect((await mine).success).toBe(true)
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("x")

    const twice = await decide("alice", first, "deny")
    expect([twice.status, await twice.text()]).toEqual([
      409,
      expect.stringMatching(/^This question is over: it was approved at .*Z\.$/)
    ])
    await decide("bob", second, "deny")
    expect((await other).error?.message).toBe('A person denied this call of tool "write_file".')
    expect(existsSync(join(folder, "b.txt"))).toBe(false)
    await questions("alice", 0)
  })

  it("escapes a model's text, and keeps asking after an invalid decision", async () => {
    const { write, questions, page, decide } = server
    const answer = write("alice", "a.txt", "<script>alert(1)</script></pre>")
    const [id = ""] = await questions("alice", 1)
    const shown = await page("alice")
    expect(shown).toContain("&lt;script&gt;")
    expect(shown).not.toContain("<script>")
    const wrong = await decide("alice", id, "maybe")
    expect([wrong.status, await wrong.text()]).toEqual([
      409,
      'This decision is invalid: "decision" is neither "approve" nor "deny".'
    ])
    await decide("alice", id, "deny")
    expect((await answer).success).toBe(false)
  })

  it("refuses requests without a name, and decisions from other sites", async () => {
    const { ask, origin, write, questions, decide } = server
    expect((await fetch(`${origin}/approvals`)).status).toBe(401)
    const answer = write("alice", "a.txt")
    const [id = ""] = await questions("alice", 1)
    expect((await decide("alice", id, "approve", "http://elsewhere.example")).status).toBe(403)
    expect((await ask("alice", `/approvals/${id}`)).status).toBe(404)
    await questions("alice", 1)
    await decide("alice", id, "deny")
    await answer
  })

  it("withdraws the question of a client that disconnects", async () => {
    const { write, questions } = server
    const gone = new AbortController()
    const answer = write("alice", "a.txt", "x", gone.signal).catch((error) => error.name)
    await questions("alice", 1)
    gone.abort()
    expect(await answer).toBe("AbortError")
    await questions("alice", 0)
  })

  it("gets an additional tool at run time", async () => {
    const { ask, origin, call } = server
    expect((await call("alice", "dice", {})).error?.message).toMatch(/"dice"/)
    expect((await ask("alice", "/tools/dice", { method: "POST", headers: { origin } })).status).toBe(201)
    expect(await (await ask("alice", "/tools")).json()).toContain("dice")
    expect((await call("alice", "dice", {})).success).toBe(true)
  })
})
