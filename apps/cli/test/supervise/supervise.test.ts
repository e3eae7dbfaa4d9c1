import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { start, toolgateProcess } from "../commandLine.ts"
import { behaving, callingRunner, project, supervise, testRunner } from "../supervised.ts"
import { toolgate } from "../withinProcess.ts"

const capabilities = `
version: 1
tool_confirmation: { default: { WRITE: auto } }
agents:
  reader: { tools: [Read, read_file, Echo], fs: [{ path: /etc/hostname, mode: r }] }
`

const asReader = ["--policy", "policy.yaml", "--agent", "reader"]

const call = (tool: string, args: unknown) => `tool_call=${JSON.stringify({ tool, args })}`

const calling = (calls: ReadonlyArray<readonly [string, unknown]>) => [
  process.execPath,
  callingRunner,
  JSON.stringify(calls)
]

const loose =
  "toolgate: The runner is not confined and can do everything you can without asking the gate. Use --confined to restrict it.\n"

const withoutTimes = (text: string) => text.replaceAll(/\b\d+(?:\.\d)? m?s\b/g, "T")

describe("toolgate supervise", () => {
  it("answers an allowed call, reports it, and records it", async () => {
    const at = project({ "a.txt": "hello\n" })
    const { status, stdout, stderr } = await behaving(at, call("Read", { path: "a.txt" }))
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { content: "hello\n", size: 6 } })
    expect(withoutTimes(stderr)).toBe(
      `${loose}toolgate: ✓ Read "a.txt": allowed (host, T)\n` +
        'toolgate: Runner "default" ended by itself. It took T.\n' +
        "toolgate: 1 call: 1 allowed, 0 denied, 0 failed.\n" +
        `toolgate: The audit log is in ${JSON.stringify(at.audit)}.\n`
    )
    expect(existsSync(at.audit)).toBe(true)
  })

  it("answers each refused or failed call with its slug, and the runner continues", async () => {
    const at = project({ "policy.yaml": capabilities.replace("/etc/hostname,", "/etc/hostname/x,") })
    const rows = [
      ["Write", { path: "b.txt", content: "x" }, "permission_denied", "✗", "denied"],
      ["Fly", {}, "tool_not_found", "✗", "denied: not_found"],
      ["Read", { path: "/etc/passwd" }, "fs_denied", "✗", "denied"],
      ["read_file", { path: "../x" }, "fs_denied", "✗", "denied"],
      ["Echo", { txt: "x" }, "invalid_args", "✗", "denied: validation_error"],
      ["Read", { path: "/etc/hostname/x" }, "tool_failed", "!", "failed: execution_error"]
    ] as const
    const runner = calling(rows.map(([tool, args]) => [tool, args]))
    const { status, stdout, stderr } = await supervise(at, asReader, runner)
    const answers = stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line))
    expect(answers.toSorted((one, other) => (one.tool_call_id < other.tool_call_id ? -1 : 1))).toMatchObject(
      rows.map(([, , error]) => ({ ok: false, error }))
    )
    for (const [tool, , , mark, outcome] of rows)
      expect(stderr).toMatch(new RegExp(`^toolgate: ${mark} ${tool}.*: ${outcome}: .* \\(.*m?s\\)$`, "m"))
    expect(status).toBe(0)
    expect(existsSync(join(at.cwd, "b.txt"))).toBe(false)
  })

  it("counts calls, names the rule that denied one, and denies calls that would need a person", async () => {
    const policy = 'version: 1\nrules: { deny: ["read_file(**/.env)"] }\n'
    const at = project({ ".env": "KEY=1\n", "policy.yaml": policy })
    const calls = [
      ["read_file", { path: ".env" }],
      ["write_file", { path: "b.txt", content: "x" }],
      ["list_dir", {}],
      ["Fly", {}]
    ] as const
    const { stderr } = await supervise(at, ["--policy", "policy.yaml", "--no-audit"], calling(calls))
    expect(stderr).toMatch(/^toolgate: ✗ read_file "\.env": denied: .* \[.*, policy\.yaml:2:\d+\] \(\d+ ms\)$/m)
    expect(stderr).toMatch(/^toolgate: ✗ write_file "b\.txt": denied: .*this gate cannot ask one/m)
    expect(stderr).toContain("toolgate: 4 calls: 1 allowed, 3 denied, 0 failed.\n")
    expect(stderr).not.toContain("on record")
    expect(existsSync(at.audit)).toBe(false)
  })

  it("passes on its output byte for byte, and its standard input, without adding line ends", async () => {
    const at = project()
    const bytes = Buffer.from([0, 27, 91, 51, 49, 109, 255, 13, 10, 65])
    const command = ["sh", "-c", "cat; printf 'open\\377' >&2; exit 3"]
    const child = start(["supervise", "--no-audit", "--", ...command], at.cwd)
    const chunks: Array<Buffer> = []
    const errors: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk))
    child.stdin.end(bytes)
    const status = await new Promise((resolve) => child.on("close", resolve))
    expect(Buffer.concat(chunks)).toEqual(bytes)
    const said = Buffer.concat(errors).toString("latin1")
    expect(said).toContain("open\xff\ntoolgate: ")
    expect(withoutTimes(said.replace("open\xff\n", ""))).toBe(
      `${loose}toolgate: Runner "default" exited with status 3. It took T.\ntoolgate: No calls.\n`
    )
    expect(status).toBe(3)
  })

  it("prints its lines between those of the runner, even while one is unfinished", async () => {
    const at = project({
      "run.sh": `printf 'a half ' >&2; read go; ${process.execPath} ${callingRunner} '[["list_dir",{}]]' >/dev/null; echo 'and the other' >&2`
    })
    const child = start(["supervise", "--no-audit", "--", "sh", "run.sh"], at.cwd)
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      if (said.endsWith("a half ")) child.stdin.end("go\n")
    })
    await new Promise((resolve) => child.on("close", resolve))
    expect(withoutTimes(said)).toContain("a half and the other\ntoolgate: ✓ list_dir: allowed (host, T)\n")
  })

  it("passes standard input to it by lines, and prints its lines", async () => {
    const words = ["supervise", "--no-audit", "--", process.execPath, testRunner]
    const { status, stdout } = await toolgateProcess(words, { cwd: project().cwd, input: "one\ntwo\n" })
    expect({ status, stdout }).toEqual({ status: 0, stdout: "one\ntwo\n" })
  })

  it.each([
    ["its own status", ["sh", "-c", "exit 7"], [], 7, "exited with status 7"],
    ["128 and the number of a signal", ["sh", "-c", "kill -SEGV $$"], [], 139, "was killed by SIGSEGV"],
    ["1 where it broke the protocol", ["sh", "-c", "echo nonsense >&3; sleep 100"], [], 1, "broke the protocol"],
    ["1 where it exceeded a limit", ["sleep", "100"], ["--process-limit", "wall_time=300ms"], 1, "exceeded its limit"],
    ["127 where there is no such program", ["no-such-program"], [], 127, "was not started"],
    ["127 and how to mend it, however long that is", ["p".repeat(150)], [], 127, "install it, or use its full path.\n"],
    ["127 where it may not be executed", ["./policy.yaml"], [], 127, "was not started"]
  ])("exits with %s", async (_which, command, flags, expected, says) => {
    const { status, stderr } = await supervise(project({ "policy.yaml": "" }), ["--no-audit", ...flags], command)
    expect(stderr).toContain(says)
    expect(status).toBe(expected)
  })

  it("exits with 2 if calls could reach the audit log", async () => {
    const at = project()
    const { status, stderr } = await toolgate(["supervise", "--audit", ".", "--", "true"], { cwd: at.cwd })
    expect(stderr).toMatch(
      /^toolgate: Cannot keep an audit log in "\.": calls in the workspace ".*" could change it\..*--audit/
    )
    expect(status).toBe(2)
  })

  it("restarts it after failures, up to the given number of times", async () => {
    const at = project({ "run.sh": "echo begun\n[ -e failed ] && exit 0\n: > failed\nexit 4\n" })
    const { status, stdout, stderr } = await supervise(at, ["--no-audit", "--restart", "2"], ["sh", "run.sh"])
    expect(stdout).toBe("begun\nbegun\n")
    expect(stderr).toContain(
      'toolgate: Runner "default" exited with status 4. The runner starts again in 1.0 s (attempt 2).\n'
    )
    expect(status).toBe(0)
  })

  it("passes it all variables, or the named ones", async () => {
    const env = { ONE: "1", TWO: "2" }
    const command = [process.execPath, "-p", "process.env.ONE + process.env.TWO"]
    const all = await supervise(project(), ["--no-audit"], command, env)
    const some = await supervise(project(), ["--no-audit", "--env", "ONE"], command, env)
    expect([all.stdout, some.stdout]).toEqual(["12\n", "1undefined\n"])
  })

  it("talks over standard input and output on request", async () => {
    const at = project({
      "talk.mjs": `import { createInterface } from "node:readline"
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n")
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.op === "hello") send({ op: "tool_call", tool_call_id: "1", tool: "Echo", args: { text: "hi" } })
  if (message.op === "tool_response") { console.error(message.result.text); process.exit() }
}`
    })
    const { status, stdout, stderr } = await supervise(at, ["--no-audit", "--stdio"], [process.execPath, "talk.mjs"])
    expect(stderr).toContain("hi\n")
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" })
  })

  it("names the agents once there are several, and says which may not start which", async () => {
    const at = project()
    const child = [process.execPath, callingRunner, '[["Echo",{"text":"from below"}]]']
    const calls = [
      ["start", { agent: "child", command: child }],
      ["start", { agent: "other\u001b[31m", command: child, ceiling: { read_only: false } }]
    ] as const
    const { stderr } = await supervise(at, ["--read-only", "--no-audit"], calling(calls))
    expect(stderr).toContain('toolgate: Agent "default" has started "child".\n')
    expect(stderr).toMatch(/^toolgate: ✗ Agent "default" may not start "other\\u001b\[31m": ./m)
    expect(stderr).toMatch(/^toolgate: ✓ \[child\] Echo "from below": allowed/m)
  })

  it("ends a runner that ignores SIGTERM, with 143", async () => {
    const at = project({ "run.sh": `trap 'echo asked' TERM\necho ready\nwhile :; do sleep 1; done\n` })
    const child = start(["supervise", "--no-audit", "--", "sh", "run.sh"], at.cwd)
    let printed = ""
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk
    })
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk
      if (printed === "ready\n") child.kill("SIGTERM")
    })
    const status = await new Promise((resolve) => child.on("close", resolve))
    expect(printed).toBe("ready\nasked\n")
    expect(said).toContain("toolgate: Stopping the runner. Press Ctrl-C again to kill it immediately.\n")
    expect(status).toBe(143)
  })

  it("continues when its reader stops reading", async () => {
    const at = project({ "run.sh": "n=0; while [ $n -lt 200 ]; do echo line $n; n=$((n + 1)); done; : > ended" })
    const child = start(["supervise", "--no-audit", "--", "sh", "run.sh"], at.cwd)
    child.stdout.destroy()
    child.stderr.resume()
    const status = await new Promise((resolve) => child.on("close", resolve))
    expect(existsSync(join(at.cwd, "ended"))).toBe(true)
    expect(status).toBe(0)
  })

  it.each([
    [[], "COMMAND is missing."],
    [["--"], "COMMAND is missing."],
    [["true"], "The COMMAND is missing; it goes after --, as in: toolgate supervise -- python3 agent.py"],
    [["x", "--", "true"], "The COMMAND is missing; it goes after --, as in: toolgate supervise -- python3 agent.py"]
  ])("rejects a missing command: %j", async (words, message) => {
    const { status, stdout, stderr } = await toolgate(["supervise", ...words], { cwd: project().cwd })
    expect({ status, stdout, message: stderr.split("\n")[0] }).toEqual({
      status: 2,
      stdout: "",
      message: `toolgate: ${message}`
    })
  })

  it.each([
    [
      "--see without --confined",
      ["--see", "."],
      'The flag "--see" is for a runner that is confined; add "--confined", or leave it out.'
    ],
    [
      "--network without --confined",
      ["--network"],
      'The flag "--network" is for a runner that is confined; add "--confined", or leave it out.'
    ],
    [
      "what is not there",
      ["--confined", "--see", "no"],
      'The path "no" of "--see" does not exist; name an existing path.'
    ],
    ["a variable that is not set", ["--env", "NO_SUCH"], 'The variable "NO_SUCH" of "--env" is not set; set it first.'],
    [
      "a variable with its value",
      ["--env", "A=b"],
      'The flag "--env" takes the name of a variable and not its value; set it before the command, as in: NAME=value toolgate …'
    ],
    [
      "a limit of the output",
      ["--process-limit", "output=1MiB"],
      '"--process-limit output=1MiB" is invalid: a runner has no limit for its output; leave it out.'
    ],
    [
      "a limit twice",
      ["--process-limit", "memory=1GiB", "--process-limit", "memory=2GiB"],
      '"--process-limit memory=2GiB" is invalid: an earlier flag sets the same limit.'
    ],
    ["an empty audit", ["--audit="], 'The flag "--audit" is empty; name a folder, or leave the flag out.'],
    [
      "an audit that is named and not kept",
      ["--audit", "../log", "--no-audit"],
      'The flags "--audit" and "--no-audit" contradict each other; leave one of them out.'
    ]
  ])("exits with 2 for %s", async (_what, flags, message) => {
    expect(await toolgate(["supervise", ...flags, "--", "true"], { cwd: project().cwd })).toEqual({
      status: 2,
      stdout: "",
      stderr: `toolgate: ${message}\n`
    })
  })
})

describe("toolgate supervise --json", () => {
  it("prints each event as a line of JSON, and nothing else on standard output", async () => {
    const at = project()
    const calls = [
      ["Echo", { text: "\u001b[31m" }],
      ["write_file", { path: "b.txt", content: "x" }]
    ] as const
    const { status, stdout } = await supervise(at, ["--json", "--session", "s"], calling(calls))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not stand there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028]/)
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const about = { agent: "default", session: "s" }
    expect(events.map(({ type }) => type).toSorted()).toEqual(
      [
        "runner.started",
        "runner.called",
        "runner.called",
        "runner.answered",
        "runner.answered",
        "runner.output",
        "runner.output",
        "runner.ended",
        "runner.summary"
      ].toSorted()
    )
    for (const event of events.slice(0, -1)) expect(event).toMatchObject({ ...about, at: expect.stringMatching(/Z$/) })
    expect(events[0]).toMatchObject({ type: "runner.started", attempt: 1, pid: expect.any(Number) })
    const answered = events.filter(({ type }) => type === "runner.answered")
    expect(Object.fromEntries(answered.map(({ execution, decision }) => [execution.toolName, decision]))).toEqual({
      Echo: "allowed",
      write_file: "denied"
    })
    expect(
      events.filter(({ type }) => type === "runner.output").map(({ stream, ended }) => ({ stream, ended }))
    ).toEqual([
      { stream: "stdout", ended: true },
      { stream: "stdout", ended: true }
    ])
    expect(events.at(-2)).toMatchObject({ type: "runner.ended", ending: { how: "exited", status: 0, signal: null } })
    // The duration is as precise as the times in the protocol.
    expect(String(events.at(-1).durationMs)).toMatch(/^\d+(?:\.\d{1,3})?$/)
    expect(events.at(-1)).toMatchObject({
      type: "runner.summary",
      calls: 2,
      allowed: 1,
      approved: 0,
      denied: 1,
      failed: 0,
      exitStatus: 0,
      audit: at.audit
    })
    expect(status).toBe(0)
  })

  it("reports output without a line end before the end", async () => {
    const { stdout, status } = await supervise(project(), ["--json", "--no-audit"], ["sh", "-c", "printf a; exit 5"])
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(events.map(({ type, text, ended }) => ({ type, text, ended }))).toEqual([
      { type: "runner.started" },
      { type: "runner.output", text: "a", ended: false },
      { type: "runner.ended" },
      { type: "runner.summary" }
    ])
    expect(status).toBe(5)
  })

  it("also sums up agents that did not start", async () => {
    const { stdout, status } = await supervise(project(), ["--json", "--no-audit"], ["no-such-program"])
    expect(JSON.parse(stdout)).toMatchObject({
      type: "runner.summary",
      exitStatus: 127,
      ending: { how: "not_started", message: expect.stringContaining("no-such-program") },
      audit: null
    })
    expect(status).toBe(127)
  })
})

it("also keeps a log of calls by toolgate call, on request", async () => {
  const at = project()
  await toolgate(["call", "--host-tools", "Echo", '{"text":"x"}', "--audit", at.audit], { cwd: at.cwd })
  const { stdout } = await toolgate(["audit", "list", "--audit", at.audit, "--tool", "Echo"], { cwd: at.cwd })
  expect(stdout).toMatch(/Echo "x" {2}dispatched.*\n.*Echo {2}completed/)
})
