import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { text } from "node:stream/consumers"
import { builtins, createToolgate, defineTool } from "toolgate"
import { describe, expect, it, onTestFinished } from "vitest"
import { ended, start, toolgateProcess } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

/** An archive with the file `a.txt`, in which "tea" stands. */
const zipOfOneFile =
  "UEsDBBQAAAAAAAAAIQCy14aOAwAAAAMAAAAFAAAAYS50eHR0ZWFQSwECFAMUAAAAAAAAACEAsteGjgMAAAADAAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwUGAAAAAAEAAQAzAAAAJgAAAAAA"

/** Makes a workspace, and a state folder with a store that no command has used yet. */
const project = () => {
  const base = folder()
  const [work, state] = [join(base, "work"), join(base, "state")]
  mkdirSync(work)
  const env = { XDG_STATE_HOME: state }
  const run = (...words: ReadonlyArray<string>) => toolgate(words, { cwd: work, env })
  const approvals = (...words: ReadonlyArray<string>) => run("approvals", ...words)
  const call = (path = "a.txt", ...flags: ReadonlyArray<string>) =>
    run("call", "write_file", JSON.stringify({ path, content: "new" }), "--defer", "--json", ...flags)
  /** Defers a call. Returns the id of its request. */
  const deferred = async (path = "a.txt", ...flags: ReadonlyArray<string>): Promise<string> =>
    JSON.parse((await call(path, ...flags)).stdout).pending.approvalId
  const isWritten = (name = "a.txt") => existsSync(join(work, name))
  return { base, work, state, env, run, approvals, call, deferred, isWritten }
}

const parsed = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe("a deferred call", () => {
  it("outlives kill -9, is approved by a second process, and runs once in a third", async () => {
    const { work, env, run, deferred, isWritten } = project()
    // The first process makes the store, so that the killed one only defers.
    await deferred("b.txt")
    const child = start(["call", "write_file", '{"path":"a.txt","content":"new"}', "--defer", "--json"], work, env)
    child.stdout.once("data", () => child.kill("SIGKILL"))
    child.stdin.end()
    const { stdout } = await ended(child)
    const { pending, executed } = JSON.parse(stdout)
    expect([executed, isWritten()]).toEqual(["no", false])
    const inProcess = (...words: ReadonlyArray<string>) => toolgateProcess(words, { cwd: work, env })
    expect(await inProcess("approvals", "approve", pending.approvalId)).toEqual({
      status: 0,
      stdout: "",
      stderr: `toolgate: The request is approved. To run its call, run "toolgate approvals resume ${pending.approvalId}".\n`
    })
    const first = await inProcess("approvals", "resume", pending.approvalId, "--json")
    expect([first.status, JSON.parse(first.stdout)]).toMatchObject([0, { executed: "yes", success: true }])
    expect(isWritten()).toBe(true)
    const again = await run("approvals", "resume", pending.approvalId, "--json")
    expect([again.status, again.stderr]).toEqual([1, ""])
    expect(JSON.parse(again.stdout)).toMatchObject({
      executed: "no",
      error: { message: expect.stringContaining("has already run"), details: { outcome: { executed: "yes" } } }
    })
    const store = join(env.XDG_STATE_HOME, "toolgate", "store.sqlite")
    const listed = await run("audit", "list", "--store", store, "--json")
    const kinds = parsed(listed.stdout).map(({ record }) => record.kind)
    expect(kinds.filter((kind) => /dispatched|completed/.test(kind))).toEqual([
      "tool.call.dispatched",
      "tool.call.completed"
    ])
    expect((await run("audit", "verify", "--store", store)).status).toBe(0)
    expect(await run("audit", "pending", "--store", store)).toMatchObject({ status: 0 })
  })

  it("is answered at once with status 3, and again with 3 until a person decides", async () => {
    const { call, approvals, isWritten } = project()
    const before = Date.now()
    const { status, stdout } = await call("a.txt", "--expires", "2d")
    const { pending, executed, error } = JSON.parse(stdout)
    expect([status, executed, error.class]).toEqual([3, "no", "permission_denied"])
    expect(pending.expiresAt).toBeGreaterThanOrEqual(before + 172_800_000)
    expect(pending.expiresAt).toBeLessThanOrEqual(Date.now() + 172_800_000)
    const { status: still, stdout: open } = await approvals("resume", pending.approvalId, "--json")
    expect([still, JSON.parse(open).pending]).toEqual([3, pending])
    const text = await approvals("resume", pending.approvalId)
    expect([text.status, text.stdout]).toEqual([3, ""])
    expect(text.stderr).toContain("needs a person's approval, and nothing was run.")
    expect(isWritten()).toBe(false)
  })

  it("runs in the workspace of the request, and a further policy narrows it", async () => {
    const { base, state, deferred, approvals, isWritten } = project()
    const id = await deferred()
    await approvals("approve", id)
    writeFileSync(join(base, "deny.yaml"), "version: 1\nrules: { deny: [write_file] }\n")
    const denied = await approvals("resume", id, "--policy", join(base, "deny.yaml"), "--json")
    expect([denied.status, JSON.parse(denied.stdout)]).toMatchObject([
      1,
      { executed: "no", error: { class: "permission_denied" } }
    ])
    const elsewhere = await toolgate(["approvals", "resume", id], { cwd: base, env: { XDG_STATE_HOME: state } })
    expect([elsewhere.status, isWritten(), existsSync(join(base, "a.txt"))]).toEqual([0, true, false])
  })

  it("in a program can only be resumed by that program", async () => {
    const { base, work, env, approvals, deferred } = project()
    const store = join(base, "shared.sqlite")
    // The first call of the command makes the key.
    await deferred()
    const tool = defineTool({
      name: "notify",
      description: "Tells somebody.",
      parameters: { type: "object" },
      sideEffects: "WRITE",
      execute: () => "told"
    })
    const key = `file:${join(env.XDG_STATE_HOME, "toolgate", "store.key")}`
    const options = { workspace: work, policy: "default", tools: [tool], store: { at: store, key } } as const
    await using gate = await createToolgate(options)
    const { pending } = await gate.dispatch({ id: "1", tool: "notify", args: {} }, { defer: true })
    const id = pending?.approvalId ?? ""
    expect(await approvals("approve", id, "--store", store)).toMatchObject({ status: 0 })
    expect(await approvals("resume", id, "--store", store)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('for tool "notify", which is not known here')
    })
    expect(await gate.resume(id)).toMatchObject({ executed: "yes" })
    expect(await approvals("resume", id, "--store", store)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has already run")
    })
  })

  it("of the toolbox runs once with its approved arguments, and needs its settings again", async () => {
    const { base, work, run, approvals } = project()
    const bodies: Array<string> = []
    const server = createServer(async (request, response) => {
      bodies.push(await text(request))
      response.end("stored")
    })
    onTestFinished(() => void server.close())
    await once(server.listen(0, "127.0.0.1"), "listening")
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    writeFileSync(join(work, "a.zip"), Buffer.from(zipOfOneFile, "base64"))
    writeFileSync(join(base, "ask.yaml"), "version: 1\nrules: { ask: [http_post, archive_extract] }\n")
    writeFileSync(join(base, "toolbox.yaml"), `version: 1\nweb: { private: ["${host}"] }\n`)
    const settings = ["--toolbox-settings", join(base, "toolbox.yaml")]
    const deferredCall = async (tool: string, args: object, ...flags: ReadonlyArray<string>): Promise<string> => {
      const policy = ["--policy", join(base, "ask.yaml")]
      const { stdout } = await run("call", tool, JSON.stringify(args), "--defer", "--json", ...policy, ...flags)
      return JSON.parse(stdout).pending.approvalId
    }
    const resumed = async (id: string, ...flags: ReadonlyArray<string>) => {
      const { status, stdout } = await approvals("resume", id, "--json", ...flags)
      return { status, ...JSON.parse(stdout) }
    }

    const posts = { url: `http://${host}/cups`, body: "two cups" }
    const [posted, unsettled] = [
      await deferredCall("http_post", posts, ...settings),
      await deferredCall("http_post", posts)
    ]
    for (const id of [posted, unsettled]) await approvals("approve", id)
    expect(bodies).toEqual([])
    expect(await resumed(unsettled)).toMatchObject({ status: 1, executed: "no" })
    expect(await resumed(posted, ...settings)).toMatchObject({ status: 0, executed: "yes", success: true })
    expect(await resumed(posted, ...settings)).toMatchObject({
      status: 1,
      executed: "no",
      error: { message: expect.stringContaining("has already run") }
    })
    expect(bodies).toEqual(["two cups"])

    const extracted = await deferredCall("archive_extract", { path: "a.zip", to: "out" })
    await approvals("approve", extracted)
    expect(existsSync(join(work, "out"))).toBe(false)
    expect(await resumed(extracted)).toMatchObject({ status: 0, output: { value: { extracted: ["a.txt"] } } })
    expect(readFileSync(join(work, "out", "a.txt"), "utf8")).toBe("tea")
  })

  it("needs a new approval if its link leads elsewhere, and is refused if --args lead outside", async () => {
    const { work, base, deferred, approvals, isWritten } = project()
    for (const name of ["one", "two"]) writeFileSync(join(work, name), name)
    symlinkSync("one", join(work, "link"))
    const id = await deferred("link")
    await approvals("approve", id)
    rmSync(join(work, "link"))
    symlinkSync("two", join(work, "link"))
    const swapped = await approvals("resume", id)
    expect(swapped).toMatchObject({ status: 1, stderr: expect.stringContaining("needs a new approval") })
    expect(readFileSync(join(work, "two"), "utf8")).toBe("two")
    for (const path of ["../escaped", join(base, "escaped")]) {
      const edited = await deferred()
      expect((await approvals("approve", edited, "--args", JSON.stringify({ path, content: "x" }))).status).toBe(0)
      const { status, stdout } = await approvals("resume", edited, "--json")
      expect([status, JSON.parse(stdout)]).toMatchObject([1, { executed: "no", error: { slug: "fs_denied" } }])
    }
    expect([isWritten(), existsSync(join(base, "escaped"))]).toEqual([false, false])
    const edited = await deferred()
    await approvals("approve", edited, "--args", '{"path":"b.txt","content":"edited"}')
    expect((await approvals("resume", edited)).status).toBe(0)
    expect([isWritten(), readFileSync(join(work, "b.txt"), "utf8")]).toEqual([false, "edited"])
  })
})

describe("a call that waits with its question in the store", () => {
  const waiting = async () => {
    const at = project()
    const store = join(at.base, "shared.sqlite")
    const words = ["call", "write_file", '{"path":"a.txt","content":"new"}', "--store", store]
    const child = start([...words, "--json"], at.work, at.env)
    child.stdin.end()
    const answer = ended(child)
    const approvals = (word: string, ...more: ReadonlyArray<string>) => at.approvals(word, ...more, "--store", store)
    for (;;) {
      // Until the call has made the store, there is none to list.
      const { status, stdout } = await approvals("list", "--json")
      const [asked] = status === 0 ? parsed(stdout) : []
      if (asked !== undefined) return { ...at, child, answer, approvals, asked }
    }
  }

  it("runs when another process approves it, and cannot be resumed by others", async () => {
    const { answer, approvals, asked, isWritten } = await waiting()
    expect(asked).toMatchObject({ state: "open", waits: true })
    expect(await approvals("resume", asked.id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("The gate that asked is still waiting for this approval and will run the call.")
    })
    expect(await approvals("approve", asked.id)).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: The request is approved.\n"
    })
    const { status, stdout } = await answer
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { executed: "yes" }])
    expect(isWritten()).toBe(true)
    expect(await approvals("resume", asked.id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has already run")
    })
  })

  it("is refused if approved arguments lead outside", async () => {
    const { answer, approvals, asked, base, isWritten } = await waiting()
    await approvals("approve", asked.id, "--args", '{"path":"../escaped","content":"x"}')
    const { status, stdout } = await answer
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { executed: "no", error: { slug: "fs_denied" } }])
    expect([isWritten(), existsSync(join(base, "escaped"))]).toEqual([false, false])
  })

  it("is withdrawn when its process is killed", async () => {
    const { child, answer, approvals, asked, isWritten } = await waiting()
    child.kill("SIGKILL")
    await answer
    const late = await approvals("approve", asked.id)
    expect(late).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("it was withdrawn before anybody decided")
    })
    expect(parsed((await approvals("list", "--all", "--json")).stdout)).toMatchObject([{ state: "withdrawn" }])
    expect(isWritten()).toBe(false)
  })
})

describe("toolgate approvals", () => {
  it("lists and shows waiting requests, and says who decided", async () => {
    const { deferred, approvals } = project()
    expect(await approvals("list")).toEqual({ status: 0, stdout: "", stderr: "toolgate: No requests are waiting.\n" })
    expect(await approvals("list", "--json")).toEqual({ status: 0, stdout: "", stderr: "" })
    const ids = [await deferred("a.txt"), await deferred("b.txt", "--session", "s", "--agent", "coder")]
    const [first = "", second = ""] = ids
    const listed = parsed((await approvals("list", "--json")).stdout)
    expect(listed.map(({ id, state, decision }) => [id, state, decision])).toEqual(ids.map((id) => [id, "open", null]))
    expect(parsed((await approvals("list", "--json", "--session", "s")).stdout)).toMatchObject([
      { id: second, tool: "write_file", side_effects: "WRITE", agent: "coder", session: "s", waits: false }
    ])
    const shown = await approvals("show", first)
    expect(shown.stdout).toMatch(new RegExp(`^${first} {2}open +write_file \\(WRITE\\) for `))
    for (const said of ['"a.txt"', "Asked because: ", "It can be decided until ", "For the session: "])
      expect(shown.stdout).toContain(said)
    const { request, state } = JSON.parse((await approvals("show", second, "--json")).stdout)
    expect([state, request.args]).toEqual(["open", { path: "b.txt", content: "new" }])
    expect(await approvals("deny", first, "--reason", "Not now.")).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: The request is denied.\n"
    })
    const late = await approvals("approve", first, "--json")
    expect([late.status, JSON.parse(late.stdout)]).toMatchObject([
      1,
      { outcome: "over", ended: "deny", from: "toolgate approvals" }
    ])
    expect((await approvals("approve", first)).stderr).toMatch(
      /^toolgate: This question is over: it was denied by ".+" from "toolgate approvals" at 20\S+Z\.\n$/
    )
    const over = await approvals("show", first)
    expect([over.status, over.stdout]).toMatchObject([
      0,
      expect.stringMatching(/denied by \S+ with "toolgate approvals" at 20/)
    ])
    for (const said of ['"a.txt"', "Asked because: ", "For the session: "]) expect(over.stdout).toContain(said)
    expect(over.stdout).not.toContain("It can be decided")
    expect(JSON.parse((await approvals("show", first, "--json")).stdout)).toMatchObject({
      state: "denied",
      request: { args: { path: "a.txt" } }
    })
    expect(await approvals("resume", first)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('and gave the reason "Not now."')
    })
    expect((await approvals("list")).stdout).not.toContain(first)
    expect((await approvals("list", "--all")).stdout).toContain(`${first}  denied`)
  })

  it("decides by the beginning of an id, and lists the candidates if several match", async () => {
    const { base, work, approvals } = project()
    writeFileSync(join(base, "key"), Buffer.alloc(32, 7), { mode: 0o600 })
    const at = join(base, "one.sqlite")
    const gate = await createToolgate({
      workspace: work,
      policy: { files: [] },
      tools: builtins(),
      store: { at, key: `file:${join(base, "key")}` }
    })
    // Of 17 ids of hexadecimal digits, two begin with the same one.
    const ids: Array<string> = []
    for (let n = 0; n < 17; n++) {
      const { pending } = await gate.dispatch(
        { id: `${n}`, tool: "write_file", args: { path: `${n}`, content: "" } },
        { defer: true }
      )
      ids.push(pending?.approvalId ?? "")
    }
    await gate.close()
    const flags = ["--store", at, "--store-key", `file:${join(base, "key")}`]
    const begin =
      "0123456789abcdef".split("").find((digit) => ids.filter((id) => id.startsWith(digit)).length > 1) ?? ""
    const several = ids.filter((id) => id.startsWith(begin))
    const message = `${several.length} requests have ids that begin with ${begin}; type more of the id.`
    const refused = await approvals("approve", begin, ...flags)
    expect([refused.status, refused.stdout]).toEqual([1, ""])
    for (const id of several) expect(refused.stderr).toContain(id)
    expect(refused.stderr).toContain(message)
    const json = await approvals("deny", begin, "--json", ...flags)
    const { candidates, ...said } = JSON.parse(json.stdout)
    expect([json.status, said, candidates.sort()]).toEqual([1, { outcome: "ambiguous", message }, several.sort()])
    const [id = ""] = ids
    const whole = await approvals("approve", id.slice(0, 12), ...flags)
    expect([whole.status, whole.stderr]).toEqual([0, expect.stringContaining(`approvals resume ${id}`)])
    const unknown = await approvals("approve", "g", ...flags)
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("The store has no request g")])
  })

  it("withdraws undecided questions and unused approvals, once each", async () => {
    const { deferred, approvals, isWritten } = project()
    for (const isApproved of [false, true]) {
      const id = await deferred()
      if (isApproved) await approvals("approve", id, "--json")
      expect(await approvals("withdraw", id)).toEqual({
        status: 0,
        stdout: "",
        stderr: `toolgate: The ${isApproved ? "approval" : "request"} is withdrawn.\n`
      })
      const again = await approvals("withdraw", id, "--json")
      expect([again.status, JSON.parse(again.stdout)]).toMatchObject([
        1,
        { outcome: "over", message: expect.stringContaining("The request is over: withdrawn") }
      ])
      expect(await approvals("resume", id)).toMatchObject({ status: 1, stderr: expect.stringContaining("withdrawn") })
      expect(await approvals("approve", id)).toMatchObject({ status: 1 })
    }
    expect(isWritten()).toBe(false)
  })

  it("withdraws the approval of a call that has run, and still reports the call's outcome", async () => {
    const { deferred, approvals, isWritten } = project()
    const id = await deferred()
    await approvals("approve", id, "--scope", "session")
    expect(await approvals("resume", id)).toMatchObject({ status: 0 })
    expect(await approvals("withdraw", id)).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: The approval is withdrawn. Its call has already run; similar calls need a new approval.\n"
    })
    expect(await approvals("resume", id)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has already run")
    })
    expect((await approvals("list", "--all")).stdout).toContain(`${id}  withdrawn`)
    expect(isWritten()).toBe(true)
  })

  it("approves for the session, and says what always would cover", async () => {
    const { deferred, approvals } = project()
    expect(await approvals("approve", await deferred(), "--scope", "session")).toMatchObject({ status: 0 })
    const { status, stdout } = await approvals("approve", await deferred(), "--scope", "always", "--json")
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { outcome: "decided" }])
  })

  it("reports an unknown request", async () => {
    const { approvals, base, deferred } = project()
    const id = await deferred()
    const other = ["--store", join(base, "other.sqlite")]
    await deferred("a.txt", ...other)
    for (const word of ["show", "approve", "deny", "withdraw", "resume"]) {
      for (const words of [["0".repeat(32)], ["../\u001b[31m"], ["' or 1 = 1"], [id, ...other]]) {
        const told = await approvals(word, ...words)
        expect([word, words, told]).toMatchObject([word, words, { status: 1, stdout: "" }])
        expect(told.stderr).toMatch(
          /^toolgate: The store has no request .+; "toolgate approvals list --all(?: --store .+)?" lists/
        )
        expect(told.stderr).not.toContain("\u001b")
      }
      const json = await approvals(word, "0".repeat(32), "--json")
      expect([word, json.status, JSON.parse(json.stdout)]).toMatchObject([word, 1, { outcome: "unknown" }])
    }
  })

  it("refuses nonsense with 2", async () => {
    const { approvals, deferred } = project()
    const id = await deferred()
    const rows: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [
        ["approve", "ID", "--args", "{"],
        'The flag "--args" cannot be read as JSON: at line 1, column 2, the text ends where a property name in double quotes or "}" is expected.'
      ],
      [
        ["approve", "ID", "--args", '{"a":[{"b":1,"b":2}]}'],
        'The flag "--args" cannot be read as JSON: at line 1, column 14, the property "b" is given twice.'
      ],
      [["approve", "ID", "--args", "{}", "--scope", "session"], '"--args" approves one call'],
      [["approve", "ID", "--args", "{}", "--scope", "always"], '"--args" approves one call'],
      [["deny", "ID", "--reason", "-not here"], 'Unknown flag "-not here". Write a value'],
      [["approve", "ID", "--args", "[1]"], 'The flag "--args" takes the arguments as a JSON object'],
      [["approve", "ID", "--args", "null"], 'The flag "--args" takes the arguments as a JSON object'],
      [["approve", "ID", "--scope", "ever"], "ever"],
      [["approve"], "ID"],
      [["list", "--store", ""], 'The flag "--store" is empty'],
      [["list", "--store-key", ""], 'The flag "--store-key" is empty'],
      [["list", "--store", "mysql://a"], "mysql"],
      [["list", "--store", "."], 'To use another store, name it with "--store".'],
      [["list", "--store", "postgres://ada@127.0.0.1:1/none"], 'To use another store, name it with "--store".'],
      [["list", "--store-key", "nonsense"], 'To use another key, name it with "--store-key".'],
      [["list", "--store-key", "env:TOOLGATE_NO_SUCH_KEY"], "TOOLGATE_NO_SUCH_KEY"],
      [["list", "--store", "sqlite:"], "The store cannot be used: it names no file."]
    ]
    for (const [words, said] of rows) {
      const { status, stdout, stderr } = await approvals(...words.map((word) => (word === "ID" ? id : word)))
      const refused = { words, status: 2, stdout: "", stderr: expect.stringContaining(said) }
      expect({ words, status, stdout, stderr }).toEqual(refused)
    }
    expect(parsed((await approvals("list", "--json")).stdout)).toMatchObject([{ id, state: "open" }])
  })

  it.each([["list"], ["show", "1"], ["approve", "1"], ["deny", "1"], ["withdraw", "1"], ["resume", "1"]])(
    "creates no store at a mistyped path: %s",
    async (...words) => {
      const { approvals, base } = project()
      const at = join(base, "no", "such.sqlite")
      expect(await approvals(...words, "--store", at)).toEqual({
        status: 2,
        stdout: "",
        stderr: `toolgate: The store "${at}" does not exist. A call with "--store" creates it. To use another store, name it with "--store".\n`
      })
      expect(existsSync(join(base, "no"))).toBe(false)
    }
  )

  it("rejects a folder as a key file, and shows nothing of arguments that are not JSON", async () => {
    const { approvals, deferred, base } = project()
    const id = await deferred()
    expect((await approvals("show", id, "--store-key", `file:${base}`)).stderr).toContain("is not a regular file")
    const { status, stderr } = await approvals("approve", id, "--args", "correct-horse\u001b[31m")
    expect([status, stderr]).toEqual([
      2,
      'toolgate: The flag "--args" cannot be read as JSON: at line 1, column 1, a value is expected.\n'
    ])
  })

  it("reports that a store is from a newer version", async () => {
    const { approvals, deferred, call, state } = project()
    await deferred()
    const database = new DatabaseSync(join(state, "toolgate", "store.sqlite"))
    database.exec("insert into toolgate_migrations values ('9999-later', '2999-01-01T00:00:00.000Z')")
    database.close()
    for (const { status, stderr } of [await approvals("list"), await call()])
      expect([status, stderr]).toEqual([2, expect.stringMatching(/newer.*"--store"/s)])
  })

  it("lists requests that are sealed with a lost key, but neither decides nor resumes them", async () => {
    const { approvals, deferred, state, isWritten } = project()
    const [open, approved] = [await deferred(), await deferred()]
    await approvals("approve", approved)
    rmSync(join(state, "toolgate", "store.key"))
    expect(parsed((await approvals("list", "--json")).stdout)).toMatchObject([{ id: open }, { id: approved }])
    const lost = expect.stringContaining("the other key is lost, or was not given to this gate")
    for (const id of [open, approved]) expect(await approvals("show", id)).toMatchObject({ status: 1, stderr: lost })
    expect(JSON.parse((await approvals("show", open, "--json")).stdout).request).toMatchObject({
      unreadable: lost,
      args: {}
    })
    expect(await approvals("approve", open)).toMatchObject({ status: 1, stderr: lost })
    expect(await approvals("deny", open)).toMatchObject({ status: 1, stderr: lost })
    expect(await approvals("resume", approved)).toMatchObject({ status: 1, stderr: lost })
    expect(JSON.parse((await approvals("resume", approved, "--json")).stdout)).toEqual({
      outcome: "unreadable",
      message: lost
    })
    expect(isWritten()).toBe(false)
    expect(await approvals("withdraw", open)).toMatchObject({ status: 0 })
  })

  it("shows no control characters from a forged row", async () => {
    const { approvals, deferred, state } = project()
    const id = await deferred()
    const database = new DatabaseSync(join(state, "toolgate", "store.sqlite"))
    const request = { ...JSON.parse(`${database.prepare("select request from toolgate_approvals").get()?.request}`) }
    for (const name of ["tool", "agent", "session", "sideEffects", "keyId"]) request[name] = "\u001b[31m\u202e"
    database.prepare("update toolgate_approvals set request = ?").run(JSON.stringify(request))
    database
      .prepare(
        "insert into toolgate_approvals select ?, 9, state, session, digest, mac, due_at, waits, owner, request, decision, outcome, asker, call, null, null from toolgate_approvals"
      )
      .run("\u001b[31m\u202e")
    database.close()
    for (const { status, stdout, stderr } of [
      await approvals("list"),
      await approvals("show", id),
      await approvals("resume", id)
    ])
      expect([status !== 2, `${stdout}${stderr}`]).toEqual([true, expect.not.stringMatching(/[\p{Cc}\p{Cf}](?<!\n)/u)])
  })
})

describe("toolgate call", () => {
  it.each([
    [["--expires", "1h"], 'The flag "--expires" requires "--defer"'],
    [["--defer", "--expires", "soon"], '"--expires" takes a time'],
    [["--defer", "--expires", "0s"], '"--expires" takes a time'],
    [["--defer", "--expires", "1y"], '"--expires" takes a time of at most 400 days'],
    [["--defer", "--expires", "401d"], '"--expires" takes a time of at most 400 days'],
    [["--defer", "--expires", "-1h"], 'Unknown flag "-1h". Write a value that begins with "-" as in --expires=VALUE.'],
    [["--defer", "--expires=-1h"], '"--expires" takes a time'],
    [["--defer", "--expires", ""], "--expires"],
    [["--defer", "--store", ""], 'The flag "--store" is empty'],
    [["--defer", "--store", "."], 'To use another store, name it with "--store".'],
    [
      ["--defer", "--store", "in.sqlite"],
      'could reach it. Choose a location outside the workspace. To use another store, name it with "--store".'
    ],
    [
      ["--defer", "--store-key", "file:in.key"],
      'could reach it. Choose a location outside the workspace. To use another key, name it with "--store-key".'
    ]
  ])("refuses nonsense with 2: %j", async (flags, said) => {
    const { run, isWritten } = project()
    const { status, stdout, stderr } = await run("call", "write_file", '{"path":"a.txt","content":"x"}', ...flags)
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: expect.stringContaining(said) })
    expect(isWritten()).toBe(false)
  })

  it("defers no call of a file, because the file could change before the call is resumed", async () => {
    const { work, run, approvals } = project()
    writeFileSync(join(work, "count.mjs"), "export default () => 1")
    expect(await run("call", "./count.mjs", "{}", "--defer")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("Cannot defer a call of a file")
    })
    expect((await approvals("list", "--all")).stdout).toBe("")
  })

  it("records the person for whom the agent acts, even when another command resumes the call", async () => {
    const { run, approvals, deferred, state } = project()
    const id = await deferred("a.txt", "--on-behalf-of", "ada lovelace")
    await approvals("approve", id)
    await approvals("resume", id)
    const store = join(state, "toolgate", "store.sqlite")
    const records = parsed((await run("audit", "list", "--store", store, "--tool", "write_file", "--json")).stdout)
    expect(records.map(({ record: { kind, on_behalf_of } }) => [kind, on_behalf_of])).toEqual([
      ["tool.call.denied", "ada lovelace"],
      ["tool.call.dispatched", "ada lovelace"],
      ["tool.call.completed", "ada lovelace"]
    ])
  })

  it("warns with --answers recorded that a record may be lost, and requires a record", async () => {
    const { base, run } = project()
    const record = join(base, "record")
    const removing = (...flags: ReadonlyArray<string>) =>
      run("call", "shell", `command=rm -r ${record}`, "--policy", "host", "--audit", record, "--json", ...flags)
    expect(await removing()).toMatchObject({ status: 0 })
    const { status, stdout } = await removing("--answers", "recorded")
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { executed: "yes", error: { message: "The call has ended. Its outcome could not be recorded." } }
    ])
    expect(await run("call", "list_dir", "{}", "--answers", "recorded")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The flag "--answers" requires an audit log or a store')
    })
    expect(
      await run("call", "list_dir", "{}", "--answers", "recorded", "--store", join(base, "s.sqlite"))
    ).toMatchObject({
      status: 0
    })
  })

  it("defers nothing that needs no approval, and nothing that is denied", async () => {
    const { run, approvals, base } = project()
    const read = await run("call", "list_dir", "{}", "--defer", "--json")
    expect([read.status, JSON.parse(read.stdout).executed]).toEqual([0, "yes"])
    writeFileSync(join(base, "deny.yaml"), "version: 1\nrules: { deny: [write_file] }\n")
    const flags = ["--defer", "--json", "--policy", join(base, "deny.yaml")]
    const denied = await run("call", "write_file", '{"path":"a.txt","content":"x"}', ...flags)
    expect([denied.status, JSON.parse(denied.stdout).pending]).toEqual([1, undefined])
    expect(await approvals("list", "--all")).toMatchObject({ stdout: "" })
  })
})
