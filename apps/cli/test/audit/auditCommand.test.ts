import { createHash } from "node:crypto"
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ended, start, toolgateProcess } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { callingRunner, project, projectIn, supervise } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

type Project = ReturnType<typeof project>

const policy = "version: 1\ntool_confirmation: { default: { WRITE: auto } }\nrules: { deny: ['read_file(.env)'] }\n"

/** Writes the log of one run, whose process has ended: a call that succeeded, one that failed, one that was denied. */
const newlyLogged = async (path: string) => {
  const at = projectIn(path, { ".env": "KEY=1\n", "policy.yaml": policy })
  const calls = [
    ["write_file", { path: "b.txt", content: "\u001b[31m", api_key: "sk-live-0123456789abcdef" }],
    ["write_file", { path: "b.txt", content: "password=hunter2hunter2" }],
    ["read_file", { path: "none.txt" }],
    ["read_file", { path: ".env" }]
  ]
  const command = [process.execPath, callingRunner, JSON.stringify(calls)]
  const flags = ["--policy", "policy.yaml", "--agent", "coder", "--session", "s"]
  await toolgateProcess(["supervise", ...flags, "--", ...command], { cwd: at.cwd, env: { XDG_STATE_HOME: at.state } })
  return at
}

const shared = mkdtempSync(join(tmpdir(), "toolgate-cli-"))
beforeAll(async () => void (await newlyLogged(shared)))
afterAll(() => rmSync(shared, { recursive: true }))

/** Returns a copy of such a log for each test. */
const logged = () => {
  const at = project()
  cpSync(join(shared, "state"), at.state, { recursive: true })
  return at
}

const audit = ({ cwd, state }: Project, ...words: ReadonlyArray<string>) =>
  toolgate(["audit", ...words], { cwd, env: { XDG_STATE_HOME: state } })

const segmentOf = ({ audit: folder }: Project): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(".ndjson")) ?? "")

describe("toolgate audit list", () => {
  it("shows one line per record: time, agent, tool, target and outcome, without secrets or control characters", async () => {
    const at = logged()
    const { status, stdout, stderr } = await audit(at, "list")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    const lines = stdout.trimEnd().split("\n")
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z {2}(-|coder) {2}/)
    const said = lines.map((line) => line.slice("2026-01-31T12:00:00.000Z  ".length))
    expect(said[0]).toMatch(/^- {2}log {2}opened by the process \d+ of /)
    expect(said).toContainEqual(
      expect.stringMatching(/^coder {2}write_file "b\.txt" {2}dispatched: WRITE in host, allowed \[.*policy\.yaml/)
    )
    expect(said).toContainEqual(expect.stringMatching(/^coder {2}write_file {2}completed \(\d+ ms\)$/))
    expect(said).toContainEqual(expect.stringMatching(/^coder {2}read_file {2}failed: execution_error: .*\(\d+ ms\)$/))
    expect(said).toContainEqual(
      expect.stringMatching(/^coder {2}read_file "\.env" {2}denied: .* \[.*, policy\.yaml:3:\d+\]$/)
    )
    expect(said.at(-1)).toBe("-  log  closed")
    for (const hidden of ["hunter2", "sk-live", "\u001b"])
      expect(stdout + readFileSync(segmentOf(at), "utf8")).not.toContain(hidden)
  })

  it.each([
    ["--denied", ["--denied"], ["tool.call.denied", "tool.call.denied"]],
    ["--tool", ["--tool", "read_file", "--denied"], ["tool.call.denied"]],
    ["--agent", ["--agent", "coder", "--tool", "list_dir"], []],
    ["--session", ["--session", "other"], []],
    ["--since a time", ["--since", "2026-01-31", "--denied"], ["tool.call.denied", "tool.call.denied"]],
    ["--since how long ago", ["--since", "1h", "--tool", "read_file", "--denied"], ["tool.call.denied"]],
    ["--since the future", ["--since", "2999-01-31T12:00Z"], []]
  ])("shows some of them: %s", async (_which, flags, kinds) => {
    const at = logged()
    const { status, stdout } = await audit(at, "list", "--json", ...flags)
    const lines = stdout.split("\n").slice(0, -1)
    expect(lines.map((line) => JSON.parse(line).record.kind)).toEqual(kinds)
    expect(status).toBe(0)
  })

  it("reports a line that cannot be read", async () => {
    const at = logged()
    appendFileSync(segmentOf(at), "nonsense\n")
    const { stdout } = await audit(at, "list", "--denied")
    expect(stdout).toMatch(/^\S+\.ndjson:\d+ cannot be read: see "toolgate audit verify"\.$/m)
  })
})

describe("toolgate audit show", () => {
  it("prints everything that is on record of a call, or one record by its place", async () => {
    const at = logged()
    const lines = (await audit(at, "list", "--json")).stdout.split("\n").slice(0, -1)
    const entries = lines.map((line) => JSON.parse(line))
    const intent = entries.find(({ record }) => record.kind === "tool.call.dispatched")
    const id = intent.record.tool_call_id
    const ofCall = entries.filter(({ record }) => record.tool_call_id === id)
    expect(ofCall).toHaveLength(2)
    const shown = await audit(at, "show", id, "--json")
    expect(shown.stdout.split("\n").slice(0, -1)).toEqual(ofCall.map((entry) => JSON.stringify(entry)))
    expect(shown.status).toBe(0)
    const place = await audit(at, "show", `${intent.segment}:${intent.line}`)
    expect(JSON.parse(place.stdout)).toEqual(intent)
  })

  it("reports that there are no records, with status 1", async () => {
    const at = logged()
    for (const id of ["nothing", `${segmentOf(at).slice(at.audit.length + 1)}:99`])
      expect(await audit(at, "show", id)).toEqual({
        status: 1,
        stdout: "",
        stderr: `toolgate: The log has no record of a call "${id}", and none at such a place.\n`
      })
  })
})

describe("toolgate audit tail", () => {
  it("prints new records while it runs, until Ctrl-C", async () => {
    const at = logged()
    const child = start(["audit", "tail", "--tool", "read_file"], at.cwd, { XDG_STATE_HOME: at.state })
    const tail = ended(child)
    const seen = Promise.withResolvers<void>()
    child.stdout.on("data", () => seen.resolve())
    const isSeen = seen.promise.then(() => true)
    const turn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)))
    // It begins at the end of the log, so only calls that come after its start are seen.
    while (!(await Promise.race([isSeen, turn()])))
      await supervise(at, [], [process.execPath, callingRunner, '[["read_file",{"path":"b.txt"}]]'])
    child.kill("SIGINT")
    const { status, stdout } = await tail
    expect(stdout).toMatch(/^\S+ {2}\S+ {2}read_file/)
    expect(stdout).not.toContain("write_file")
    expect(status).toBe(130)
  })
})

describe("toolgate audit verify", () => {
  it("reports that a log is intact, with notes", async () => {
    const at = logged()
    const { status, stdout } = await audit(at, "verify")
    expect(stdout).toMatch(
      /^\d+ records in 1 segment are intact\.\nStore these hashes elsewhere.*:\n {2}[0-9a-f]{64} {2}\S+\.ndjson:\d+\n$/
    )
    expect(status).toBe(0)
    const [head = ""] = /[0-9a-f]{64}/.exec(stdout) ?? []
    expect(await audit(at, "verify", "--head", head)).toMatchObject({ status: 0 })
  })

  it("names the file and the line of a change, with status 1", async () => {
    const at = logged()
    const file = segmentOf(at)
    const lines = readFileSync(file, "utf8").split("\n")
    const changed = lines.findIndex((line) => line.includes("tool.call.denied"))
    writeFileSync(file, lines.map((line, n) => (n === changed ? line.replace("coder", "other") : line)).join("\n"))
    const { status, stdout } = await audit(at, "verify")
    expect(stdout.startsWith(`${file}:${changed + 1}: `)).toBe(true)
    expect(stdout).toMatch(/^\d+ problems?; \d+ other records? in 1 segment are intact\.$/m)
    expect(stdout).not.toContain("To note")
    expect(status).toBe(1)
    const json = JSON.parse((await audit(at, "verify", "--json")).stdout)
    expect(json).toMatchObject({ folder: at.audit, holds: false, segments: 1 })
    expect(json.problems[0]).toMatchObject({ line: changed + 1, message: expect.any(String) })
  })

  it("detects with a noted head that the end was cut off", async () => {
    const at = logged()
    const [head = ""] = /[0-9a-f]{64}/.exec((await audit(at, "verify")).stdout) ?? []
    const file = segmentOf(at)
    writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(0, -2).join("\n").concat("\n"))
    expect(await audit(at, "verify")).toMatchObject({ status: 0 })
    const { status, stdout } = await audit(at, "verify", "--head", head)
    expect(stdout).toContain(`no record has the hash ${head}`)
    expect(status).toBe(1)
  })

  it("notes harmless irregularities with their file, and exits with 0", async () => {
    const at = logged()
    const file = segmentOf(at)
    rmSync(join(at.audit, "digest.key"))
    writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(0, -2).join("\n").concat("\n"))
    const { status, stdout } = await audit(at, "verify")
    const lines = stdout.split("\n")
    expect(lines[0]).toBe(
      `${file}:0: note: has no last record: its process was killed before it wrote one, or the end of the segment was cut off`
    )
    expect(lines[1]).toBe(
      `${file}:1: note: has digests of a key that is missing: there is no "digest.key" in the folder, so it was lost or is stored elsewhere`
    )
    expect(lines[2]).toMatch(/^\d+ records in 1 segment are intact\.$/)
    expect(status).toBe(0)
    const { notes } = JSON.parse((await audit(at, "verify", "--json")).stdout)
    expect(notes).toMatchObject([{ line: 0 }, { line: 1 }])
  })

  it("names a file of another log, with 1", async () => {
    const [at, other] = [logged(), await newlyLogged(folder())]
    const file = join(at.audit, segmentOf(other).slice(other.audit.length))
    copyFileSync(segmentOf(other), file)
    const { status, stdout } = await audit(at, "verify")
    expect(stdout.startsWith(`${file}:1: names no other segment, though "`)).toBe(true)
    expect(status).toBe(1)
  })

  it("rejects an invalid head", async () => {
    const { status, stderr } = await audit(project(), "verify", "--head", "abc")
    expect(stderr).toContain('"abc" is not a value of "--head"; it takes a hash of 64 hexadecimal digits')
    expect(status).toBe(2)
  })
})

describe("toolgate audit pending", () => {
  it("lists calls without an outcome, and the known facts about them", async () => {
    const at = logged()
    expect(await audit(at, "pending")).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: Every call has an outcome.\n"
    })
    const file = segmentOf(at)
    const lines = readFileSync(file, "utf8").split("\n")
    const intent = lines.findIndex((line) => line.includes('"b.txt"') && line.includes("tool.call.dispatched"))
    // The file is as a crash would have left it.
    writeFileSync(
      file,
      lines
        .slice(0, intent + 1)
        .join("\n")
        .concat("\n")
    )
    const { status, stdout } = await audit(at, "pending")
    expect(stdout).toMatch(
      /coder {2}write_file "b\.txt" {2}dispatched: .*; unknown: its process ended before it recorded/
    )
    expect(status).toBe(1)
    expect(await audit(at, "pending", "--agent", "coder", "--tool", "write_file")).toMatchObject({ status: 1, stdout })
    // Unknown calls of other agents do not count for this agent.
    expect(await audit(at, "pending", "--agent", "other")).toEqual({
      status: 0,
      stdout: "",
      stderr: "toolgate: No call without an outcome matches (1 in all).\n"
    })
    expect(JSON.parse((await audit(at, "pending", "--json")).stdout)).toMatchObject({
      state: "unknown",
      record: { tool: "write_file", agent: "coder" }
    })
  })
})

describe("toolgate audit pending, where it cannot tell,", () => {
  /** Returns the log up to its first call, with its lines changed and hashed again. */
  const rewritten = (at: Project, change: (line: string) => string) => {
    let prev = "null"
    const lines = readFileSync(segmentOf(at), "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => {
        const text = `${change(line).replace(/,"prev":(null|"[0-9a-f]{64}"),"hash":"[0-9a-f]{64}"\}$/, "")},"prev":${prev}`
        const hash = createHash("sha256").update(`${text}}`).digest("hex")
        prev = `"${hash}"`
        return `${text},"hash":"${hash}"}\n`
      })
    const intent = lines.findIndex((line) => line.includes("tool.call.dispatched"))
    writeFileSync(segmentOf(at), lines.slice(0, intent + 1).join(""))
  }

  it.skipIf(process.platform !== "linux")("says so about a call of another container, with status 1", async () => {
    const at = logged()
    rewritten(at, (line) => line.replace(/"pid:\[\d+\]/, '"pid:[1]').replace(/"host":"[^"]*"/, '"host":"web-1"'))
    const { status, stdout } = await audit(at, "pending")
    expect(stdout).toMatch(/; elsewhere: whether the process \d+ of web-1 lives cannot be told from here\n$/)
    expect(status).toBe(1)
    const [line = ""] = (await audit(at, "pending", "--json")).stdout.split("\n")
    expect(JSON.parse(line)).toMatchObject({ state: "elsewhere", process: { host: "web-1" } })
  })

  it.skipIf(process.platform !== "linux")("recognises another start of the system under any host name", async () => {
    const at = logged()
    rewritten(at, (line) => line.replace(/"boot":"[^"]*"/, '"boot":"b"').replace(/"host":"[^"]*"/, '"host":"web-1"'))
    const { status, stdout } = await audit(at, "pending")
    expect(stdout).toMatch(/; unknown: its process ended before it recorded the outcome\n$/)
    expect(status).toBe(1)
  })

  it("warns that calls may be missing if a line was changed, or a file is missing", async () => {
    const at = logged()
    const file = segmentOf(at)
    const whole = readFileSync(file, "utf8")
    const missing = {
      status: 1,
      stdout: "",
      stderr: 'toolgate: The log is damaged, so calls may be missing here: see "toolgate audit verify".\n'
    }
    writeFileSync(file, whole.replace('"tool.call.dispatched"', '"tool.call.x"'))
    expect(await audit(at, "pending")).toEqual(missing)
    writeFileSync(file, whole)
    await supervise(at, [], [process.execPath, callingRunner, '[["read_file",{"path":"b.txt"}]]'])
    rmSync(file)
    expect(await audit(at, "pending")).toEqual(missing)
  })
})

describe.each(["list", "verify", "pending"])("toolgate audit %s", (command) => {
  it("reports a missing or empty log", async () => {
    const at = project()
    expect(await audit(at, command)).toEqual({
      status: 2,
      stdout: "",
      stderr: `toolgate: There is no audit log in "${at.audit}" yet. "toolgate supervise" writes one, and so does "toolgate call" with --audit. To read another log, name its folder with --audit.\n`
    })
    expect((await audit(at, command, "--audit", "/etc/hostname")).stderr).toBe(
      'toolgate: The audit log in "/etc/hostname" cannot be read: it is not a folder; name a folder with --audit.\n'
    )
    // The place of a store that does not exist yet.
    mkdirSync(join(at.audit, ".."), { recursive: true })
    writeFileSync(join(at.audit, "..", "store.sqlite"), "")
    expect((await audit(at, command)).stderr).toContain(
      ` To read the record of your store, add: --store "${join(at.audit, "..", "store.sqlite")}"\n`
    )
    mkdirSync(at.audit, { recursive: true })
    expect(await audit(at, command)).toEqual({
      status: command === "list" ? 0 : 1,
      stdout: "",
      stderr: `toolgate: The audit log in "${at.audit}" has no records.\n`
    })
  })
})

describe("toolgate audit, of a store,", () => {
  const flagsOf = (at: Project) => ["--store", join(at.state, "store.sqlite")]
  const called = async () => {
    const at = projectIn(folder(), { "policy.yaml": policy })
    const call = ["call", "write_file", '{"path":"b.txt","content":"b"}', "--policy", "policy.yaml", ...flagsOf(at)]
    expect(await toolgate(call, { cwd: at.cwd, env: { XDG_STATE_HOME: at.state } })).toMatchObject({ status: 0 })
    return at
  }

  it("lists, shows and verifies the records of a call with a store", async () => {
    const at = await called()
    const listed = await audit(at, "list", ...flagsOf(at), "--json", "--tool", "write_file")
    const entries = listed.stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    expect(entries.map(({ record }) => record.kind)).toEqual(["tool.call.dispatched", "tool.call.completed"])
    const [{ segment, line, record }] = entries
    expect((await audit(at, "show", record.tool_call_id, ...flagsOf(at), "--json")).stdout).toBe(listed.stdout)
    expect(JSON.parse((await audit(at, "show", `${segment}:${line}`, ...flagsOf(at), "--json")).stdout)).toEqual(
      entries[0]
    )
    const { status, stdout } = await audit(at, "verify", ...flagsOf(at))
    expect(stdout).toMatch(/^4 records in 1 segment are intact\.\n/)
    expect(status).toBe(0)
    expect(JSON.parse((await audit(at, "verify", ...flagsOf(at), "--json")).stdout)).toMatchObject({
      store: join(at.state, "store.sqlite"),
      holds: true
    })
    expect(await audit(at, "pending", ...flagsOf(at))).toMatchObject({ status: 0, stdout: "" })
  })

  it("rejects a missing store, and a second log", async () => {
    const at = project()
    const [, file] = flagsOf(at)
    expect(await audit(at, "list", ...flagsOf(at))).toEqual({
      status: 2,
      stdout: "",
      stderr: `toolgate: The store "${file}" does not exist. A call with "--store" creates it. To use another store, name it with "--store".\n`
    })
    expect(await audit(at, "list", ...flagsOf(at), "--audit", at.state)).toEqual({
      status: 2,
      stdout: "",
      stderr: 'toolgate: The flags "--audit" and "--store" name two logs; leave one of them out.\n'
    })
  })
})
