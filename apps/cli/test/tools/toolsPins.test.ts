import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

/** A folder with a store and a module that exports a tool. */
const surroundings = () => {
  const cwd = folder()
  const write = (parts: object = {}, described: object = {}) => {
    const search = { name: "search", owner: "server", description: "Searches.\nWith care.", ...parts }
    const made = `export const search = { ...${JSON.stringify(definition)}, ...${JSON.stringify(search)},
  implementations: [{ kind: "function", make: () => ({ execute: () => null }), stateless: false, ...${JSON.stringify(described)} }] }`
    // A module is loaded once, so each definition is in a separate module.
    const module = `tools${++modules}.mjs`
    writeFileSync(join(cwd, module), made)
    return module
  }
  const run = (...words: ReadonlyArray<string>) =>
    toolgate(["tools", ...words], { cwd, env: { XDG_STATE_HOME: join(cwd, "state") } })
  return { cwd, write, run }
}

let modules = 0

const definition = {
  aliases: [],
  parameters: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
  schemas: "portable",
  sideEffects: "NETWORK",
  effects: [],
  destructive: false,
  risk: "SAFE",
  resources: [],
  requiresWorkspace: false,
  requiresCapability: true,
  timeoutMs: 1000,
  callers: ["direct"]
}

describe("toolgate tools approve", () => {
  it("pins a definition, until it changes", async () => {
    const { write, run } = surroundings()
    const tools = write()
    expect(await run("diff", "search", "--tools", tools)).toEqual({
      status: 1,
      stdout: "",
      stderr: 'toolgate: Tool "search": no person has approved the definition.\n'
    })
    const approved = await run("approve", "search", "--tools", tools, "--json")
    expect(approved).toMatchObject({ status: 0, stderr: "" })
    const { digest, by, at } = JSON.parse(approved.stdout)
    expect(approved.stdout).toBe(`${JSON.stringify({ tool: "search", digest, by, at })}\n`)
    expect(await run("diff", "search", "--tools", tools)).toEqual({
      status: 0,
      stdout: "",
      stderr: `toolgate: Tool "search": approved by ${by}, ${at}.\n`
    })
    const { parameters } = definition
    const turned = { ...parameters, properties: { b: { type: "string" }, a: { type: "string" } } }
    expect((await run("diff", "search", "--tools", write({ parameters: turned, timeoutMs: 9 }))).status).toBe(0)

    const changed = write({ description: "Searches.\nWith\u200b care.", destructive: true, sideEffects: "WRITE" })
    expect(await run("diff", "search", "--tools", changed)).toEqual({
      status: 1,
      stdout: [
        "description",
        "  @@ line 1 @@",
        "   Searches.",
        "  -With care.",
        "  +With\\u200b care.",
        "",
        "destructive",
        "  @@ line 1 @@",
        "  -false",
        "  +true",
        "",
        "sideEffects",
        "  @@ line 1 @@",
        "  -NETWORK",
        "  +WRITE",
        "",
        "Invisible characters are written as \\uXXXX.",
        ""
      ].join("\n"),
      stderr: `toolgate: Tool "search": another definition was approved by ${by}, ${at}.\n`
    })
    const json = await run("diff", "search", "--tools", changed, "--json")
    expect(JSON.parse(json.stdout)).toEqual({
      tool: "search",
      digest: expect.not.stringContaining(digest),
      pin: { state: "changed", by, at, digest },
      changed: ["description", "destructive", "sideEffects"]
    })
    await run("approve", "search", "--tools", changed)
    expect((await run("diff", "search", "--tools", changed)).status).toBe(0)
  })

  it("asks for a new approval if an old one did not cover what the tool runs", async () => {
    const { write, run } = surroundings()
    // That is how definitions were approved: without what they run.
    await run("approve", "search", "--tools", write())
    const tools = write({}, { recipe: { url: "https://a.example/" } })
    const earlier =
      /approved by \S+, 20\S+Z, with an earlier version whose approvals did not cover what a tool runs; approve it again/
    const at = ["--store", "state/toolgate/store.sqlite"]
    const found = await run("diff", "search", "--tools", tools)
    expect([found.status, found.stderr]).toEqual([1, expect.stringMatching(earlier)])
    expect((await run("show", "search", "--tools", tools, ...at)).stdout.replaceAll(/\s+/g, " ")).toMatch(earlier)
    const json = await run("show", "search", "--tools", tools, "--json", ...at)
    expect(JSON.parse(json.stdout).pin).toMatchObject({ state: "earlier" })
    await run("approve", "search", "--tools", tools)
    expect((await run("diff", "search", "--tools", tools)).status).toBe(0)
    // Another description of the same tool is a change.
    const changed = await run("diff", "search", "--tools", write({}, { recipe: { url: "https://b.example/" } }))
    expect([changed.status, changed.stderr]).toEqual([1, expect.not.stringMatching(earlier)])
    expect(changed.stdout).toContain("b.example")
  })

  it("is undone by revoke, even for a tool that is gone, until the tool is approved again", async () => {
    const { write, run } = surroundings()
    const tools = write()
    const none = 'Nothing to revoke: this store has no approval for a tool "search".'
    expect(await run("revoke", "search")).toEqual({ status: 1, stdout: "", stderr: `toolgate: ${none}\n` })
    const json = await run("revoke", "search", "--json")
    expect([json.status, JSON.parse(json.stdout)]).toEqual([1, { tool: "search", message: none }])
    await run("approve", "search", "--tools", tools)
    expect(await run("revoke", "search")).toEqual({
      status: 0,
      stdout: "",
      stderr: 'toolgate: The approval of tool "search" is revoked.\n'
    })
    const revoked = await run("diff", "search", "--tools", tools)
    expect(revoked).toMatchObject({ status: 1, stdout: "" })
    expect(revoked.stderr).toMatch(/^toolgate: Tool "search": its approval was revoked by \S+, 20\S+Z\.\n$/)
    const { by, at, ...tool } = JSON.parse((await run("revoke", "search", "--json")).stdout)
    expect(tool).toEqual({ tool: "search" })
    const shown = await run("show", "search", "--tools", tools, "--json", "--store", "state/toolgate/store.sqlite")
    expect(JSON.parse(shown.stdout).pin).toMatchObject({ state: "revoked", by, at })
    await run("approve", "search", "--tools", tools)
    expect((await run("diff", "search", "--tools", tools)).status).toBe(0)
  })

  it("is on record with the person, and so is its revocation", async () => {
    const { cwd, write, run } = surroundings()
    const approved = JSON.parse((await run("approve", "search", "--tools", write(), "--json")).stdout)
    await run("revoke", "search")
    const words = ["audit", "list", "--store", "state/toolgate/store.sqlite", "--json"]
    const { stdout } = await toolgate(words, { cwd, env: { XDG_STATE_HOME: join(cwd, "state") } })
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).record)
    const act = { kind: "gate.administered", by: approved.by, from: "command line", subject: "search" }
    expect(records.filter(({ kind }) => kind === act.kind)).toMatchObject([
      { ...act, action: "pin.approved", subject_id: approved.digest },
      { ...act, action: "pin.revoked", details: { digests: [approved.digest] } }
    ])
  })

  it("is undone by revoke for all tools of one MCP server", async () => {
    const { write, run } = surroundings()
    for (const name of ["mcp__good__search", "mcp__goods__search"])
      expect(await run("approve", name, "--tools", write({ name }))).toMatchObject({ status: 0 })
    expect(await run("revoke", "mcp__good__*")).toEqual({
      status: 0,
      stdout: "",
      stderr: 'toolgate: The approval of tool "mcp__good__search" is revoked.\n'
    })
    expect(await run("revoke", "mcp__none__*")).toMatchObject({ status: 1 })
  })

  it("shows everything that an agent reads, including invisible characters", async () => {
    const { write, run } = surroundings()
    const hidden = "Searches.\u{e0068}\u{e0069} \u200b\u001b[2J"
    const parameters = { type: "object", properties: { a: { type: "string", description: "a\u2060b" } } }
    const tools = write({ description: hidden, title: "S\u200dearch", parameters })
    const { stdout } = await run("show", "search", "--tools", tools)
    for (const shown of [
      "search: S\\u200dearch\n",
      "\nSearches.\\udb40\\udc68\\udb40\\udc69 \\u200b\\u001b[2J\n",
      '"a\\u2060b"',
      "\nInvisible characters are written as \\uXXXX.\n"
    ])
      expect(stdout).toContain(shown)
    expect((await run("--tools", tools)).stdout).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u)
    expect((await run("show", "read_file")).stdout).not.toContain("Invisible")
  })

  it("shows the tool even without a store, and does not create one", async () => {
    const { cwd, write, run } = surroundings()
    const flags = ["search", "--tools", write(), "--store", "none.sqlite"]
    const missing = `toolgate: The store "${join(cwd, "none.sqlite")}" does not exist. `
    const shown = await run("show", ...flags)
    expect(shown).toMatchObject({ status: 0, stderr: expect.stringContaining(missing) })
    expect(shown.stdout).toMatch(/^approval +no person has approved the definition$/m)
    const json = await run("show", ...flags, "--json")
    expect(JSON.parse(json.stdout)).toMatchObject({ definition: { name: "search" }, pin: { state: "none" } })
    const diff = await run("diff", ...flags)
    expect(diff).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(missing) })
    expect(diff.stderr).toContain('toolgate: Tool "search": no person has approved the definition.\n')
    expect(existsSync(join(cwd, "none.sqlite"))).toBe(false)
    await run("approve", ...flags)
    expect((await run("diff", ...flags)).status).toBe(0)
  })

  it("pins only in the given store", async () => {
    const { run } = surroundings()
    expect((await run("approve", "read_file", "--store", "one.sqlite")).stderr).toMatch(
      /^toolgate: Tool "read_file" is approved, with the digest [0-9a-f]{64}\.\n$/
    )
    const shown = async (...words: ReadonlyArray<string>) =>
      JSON.parse((await run("show", "read_file", "--json", ...words)).stdout).pin?.state
    expect(await shown()).toBe(undefined)
    expect(await shown("--store", "one.sqlite")).toBe("approved")
    await run("approve", "write_file", "--store", "two.sqlite")
    expect(await shown("--store", "two.sqlite")).toBe("none")
    expect((await run("show", "read_file", "--store", "one.sqlite")).stdout).toMatch(/^approval +approved by \S+, 20/m)
  })

  it("approves nothing for another tool, and nothing by a row that was written by hand", async () => {
    const { cwd, run } = surroundings()
    await run("approve", "read_file", "--store", "one.sqlite")
    await run("approve", "write_file", "--store", "one.sqlite")
    const db = new DatabaseSync(join(cwd, "one.sqlite"))
    const [one, other] = db.prepare("select id, pin from toolgate_pins").all() as Array<{ id: string; pin: string }>
    const swap = db.prepare("update toolgate_pins set pin = ? where id = ?")
    swap.run(other?.pin ?? "", one?.id ?? "")
    swap.run((one?.pin ?? "").replace(/"by":"[^"]*"/, '"by":"root"'), other?.id ?? "")
    db.close()
    for (const tool of ["read_file", "write_file"])
      expect(await run("diff", tool, "--store", "one.sqlite")).toEqual({
        status: 1,
        stdout: "",
        stderr: `toolgate: Tool "${tool}": not valid: it was made with another key, was changed, or belongs to another tool.\n`
      })
    await run("approve", "read_file", "--store", "one.sqlite")
    expect((await run("diff", "read_file", "--store", "one.sqlite")).status).toBe(0)
  })

  it.each([
    [["approve", "raed_file"], 1, 'Tool "raed_file" not found. Available: read_file'],
    [["diff", "raed_file"], 1, 'Tool "raed_file" not found. Available: read_file'],
    [["approve", "read_file", "--store", "mysql://a"], 2, "mysql"],
    [["approve", "read_file", "--store", ""], 2, 'The flag "--store" is empty'],
    [["approve", "mcp__none__read", "--config", "none.yaml"], 2, 'There is no server "none" in'],
    [["diff", "read_file", "--store", "."], 2, 'To use another store, name it with "--store".'],
    [
      ["revoke", "read_file", "--store", "none.sqlite"],
      2,
      'none.sqlite" does not exist. A call with "--store" creates it.'
    ],
    [["approve"], 2, "NAME is missing."]
  ])("%j ends with the status %i", async (words, status, message) => {
    const { run } = surroundings()
    const ended = await run(...words)
    expect(ended).toMatchObject({ status, stdout: "" })
    expect(ended.stderr).toContain(message)
  })
})
