import { execFileSync } from "node:child_process"
import { chmodSync, closeSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ended } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { startReading } from "../startReading.ts"
import { toolgate } from "../withinProcess.ts"

const calls = [
  { id: "1", tool: "read_file", args: { path: "name" } },
  { id: "2", tool: "read_file", args: { path: { $from: "1" } } },
  { id: "3", tool: "Echo", args: { text: "hi" } }
]
const files = { name: "note", note: "buy milk", "calls.json": JSON.stringify(calls) }

describe("toolgate turn", () => {
  it("makes the calls of a file, with results in the arguments of later ones", async () => {
    const cwd = folder(files)
    const { status, stdout } = await toolgate(["turn", "--host-tools", "calls.json", "--json"], { cwd })
    const { executions, tool_chains } = JSON.parse(stdout)
    expect(executions.map(({ callId, success }: { callId: string; success: boolean }) => [callId, success])).toEqual([
      ["1", true],
      ["2", true],
      ["3", true]
    ])
    expect(tool_chains).toMatchObject([
      { mode_requested: "auto", mode_used: "parallel", waves: 2, steps: [{ wave: 0 }, { wave: 1 }, { wave: 0 }] }
    ])
    expect(status).toBe(0)
    const sequential = await toolgate(["turn", "--host-tools", "calls.json", "--json", "--mode", "sequential"], { cwd })
    expect(JSON.parse(sequential.stdout).tool_chains).toMatchObject([{ mode_used: "sequential", waves: 3 }])
  })

  it("prints each answer beneath its call, and each failure", async () => {
    const cwd = folder({
      ...files,
      "calls.json": JSON.stringify([calls[0], { id: "\u001b[31m", tool: "none", args: {} }])
    })
    const { status, stdout } = await toolgate(["turn", "--host-tools", "calls.json"], { cwd })
    expect(stdout).toMatch(
      /^1 read_file: success\n {2}note\n\\u001b\[31m none: not_found, executed: no\n {2}Tool "none" not found/
    )
    expect(status).toBe(1)
  })

  it("has the tools that a script of the file names, and stores its large results like a single call", async () => {
    const code =
      'const { csv_to_json } = tools\nconst { artifact_ref } = await callTool("read_file", { path: "note" })\nreturn [artifact_ref, (await csv_to_json({ csv: "a\\n1" })).structured.rows]'
    const script = [{ id: "1", tool: "run_script", args: { code } }]
    const cwd = folder({ note: "x".repeat(5000), "calls.json": JSON.stringify(script) })
    const env = { XDG_STATE_HOME: folder() }
    const { stdout } = await toolgate(["turn", "--host-tools", "calls.json", "--json"], { cwd, env })
    const [ref, rows] = JSON.parse(stdout).executions[0].output.value.result
    expect(rows).toEqual([{ a: "1" }])
    const read = [{ id: "1", tool: "read_artifact", args: { ref, length: 3 } }]
    writeFileSync(join(cwd, "calls.json"), JSON.stringify(read))
    const answer = await toolgate(["turn", "--host-tools", "calls.json", "--json"], { cwd, env })
    expect(JSON.parse(answer.stdout).executions[0].output.value).toMatchObject({ text: "xxx", next: 3 })
  })

  it("explains how to decide and run a deferred call", async () => {
    const write = [{ id: "1", tool: "write_file", args: { path: "new", content: "text" } }]
    const cwd = folder({ "calls.json": JSON.stringify(write) })
    const env = { XDG_STATE_HOME: folder() }
    const { status, stdout } = await toolgate(["turn", "--host-tools", "calls.json", "--defer"], { cwd, env })
    expect(stdout).toMatch(/^1 write_file: waits for a decision, executed: no\n/)
    const listed = await toolgate(["audit", "list", "--store", join(env.XDG_STATE_HOME, "toolgate/store.sqlite")], {
      cwd,
      env
    })
    expect(listed.stdout).toContain('write_file "new"  waits for a decision: Tool "write_file" needs')
    const denied = await toolgate(
      ["audit", "list", "--denied", "--store", join(env.XDG_STATE_HOME, "toolgate/store.sqlite")],
      { cwd, env }
    )
    expect(denied.stdout).toBe("")
    expect(stdout).toMatch(
      /\n {2}To see the request, run "toolgate approvals show [0-9a-f]{32}"\. Then use approve or deny/
    )
    expect(status).toBe(3)
  })

  it("names the store of a deferred call in the command to resume it", async () => {
    const [cwd, keys] = [folder(), folder({ "it's.key": "a".repeat(32) })]
    const store = ["--store", join(keys, "s.sqlite"), "--store-key", `file:${join(keys, "it's.key")}`]
    chmodSync(join(keys, "it's.key"), 0o600)
    const made = await toolgate(["call", "write_file", "path=a", "content=x", "--defer", ...store], { cwd })
    const said = (text: string) => /"toolgate (approvals .*?)"/.exec(text)?.[1] ?? ""
    const run = (line: string) =>
      toolgate(
        execFileSync("sh", ["-c", `printf '%s\\n' ${line}`])
          .toString()
          .trimEnd()
          .split("\n")
      )
    expect(made).toMatchObject({ status: 3, stdout: "" })
    const show = said(made.stderr)
    expect(await run(show)).toMatchObject({ status: 0, stderr: "" })
    const approved = await run(show.replace(" show ", " approve "))
    expect(approved).toMatchObject({ status: 0 })
    expect(await run(said(approved.stderr))).toMatchObject({ status: 0 })
    const none = await run(show.replace(/show \w+/, "show none"))
    expect(await run(said(none.stderr))).toMatchObject({ status: 0 })
  })

  it.each([
    ["none.json", "does not exist"],
    [".", "is a folder"],
    ["/dev/null", "is neither a file nor a pipe"]
  ])("names the file %s that cannot be read", async (file, why) => {
    const { status, stderr } = await toolgate(["turn", file], { cwd: folder() })
    expect([status, stderr]).toEqual([2, `toolgate: The file "${file}" ${why}.\n`])
  })

  it("reads a file with a byte order mark, and refuses one that is not UTF-8", async () => {
    const cwd = folder({ ...files, "calls.json": `\ufeff${JSON.stringify([calls[2]])}` })
    expect((await toolgate(["turn", "--host-tools", "calls.json"], { cwd })).stdout).toBe(
      '3 Echo: success\n  {"text":"hi"}\n'
    )
    writeFileSync(join(cwd, "calls.json"), Buffer.from("[\xff]", "latin1"))
    const { status, stderr } = await toolgate(["turn", "--host-tools", "calls.json"], { cwd })
    expect([status, stderr]).toEqual([2, 'toolgate: The file "calls.json" is not UTF-8 text.\n'])
  })

  it("reads a pipe", async () => {
    const { child: turn, writing } = await startReading((pipe) => ["turn", "--host-tools", pipe])
    writeFileSync(writing, JSON.stringify([calls[2]]))
    closeSync(writing)
    expect(await ended(turn)).toEqual({ status: 0, stdout: '3 Echo: success\n  {"text":"hi"}\n', stderr: "" })
  })

  it("ends on a signal while it waits for the writer of a pipe", async () => {
    const { child: turn, writing } = await startReading((pipe) => ["turn", "--host-tools", pipe])
    turn.kill("SIGTERM")
    expect(await ended(turn)).toEqual({ status: 143, stdout: "", stderr: "" })
    closeSync(writing)
  })

  it("reports before it runs which calls would be asked about or denied, or depend on a result", async () => {
    const plan = [
      ...calls,
      { id: "4", tool: "write_file", args: { path: "new", content: { $from: "2" } } },
      { id: "5", tool: "write_file", args: { path: "new", content: "text" } }
    ]
    const cwd = folder({ ...files, "plan.json": JSON.stringify(plan) })
    const judged = await toolgate(["turn", "--host-tools", "plan.json", "--dry-run", "--json"], { cwd })
    expect(JSON.parse(judged.stdout)).toMatchObject({
      decision: "ask",
      steps: [
        { decision: "allow" },
        { decision: "depends", depends_on: ["1"] },
        { decision: "allow" },
        { decision: "depends", depends_on: ["2"] },
        { decision: "ask" }
      ]
    })
    expect(judged.status).toBe(0)
    expect((await toolgate(["turn", "--host-tools", "plan.json", "--dry-run"], { cwd })).stdout).toContain(
      '2 read_file: depends. It takes the result of "1", and is judged when that is there.\n'
    )
    expect((await toolgate(["call", "read_file", "path=new"], { cwd })).status).toBe(1)
  })

  it.each([
    ["[\n  {]", "cannot be read as JSON: at line 2, column 4, a property name in double quotes or "],
    ['[{"id":"1","tool":"Echo","args":{"text":"a","text":"b"}}]', 'column 45, the property "text" is given twice.'],
    ["{}", "expected a list."],
    ["[7]", "call 1 must be an object."],
    ['[{"id":"1","tool":"Echo","args":{}},{"tool":"Echo","args":{}}]', '"id" of call 2 must be a non-empty string'],
    ['[{"id":"1","args":{}}]', '"tool" of call 1 must be the name of a tool.'],
    ['[{"id":"1","tool":"Echo"}]', 'call 1 needs either "args" or "argsText".'],
    ['[{"id":"1","tool":"Echo","args":{},"argsText":"{}"}]', 'call 1 needs either "args" or "argsText".'],
    ['[{"id":"1","tool":"Echo","args":{},"caller":"me"}]', 'call 1 has an unknown member "caller".']
  ])("runs no call of the invalid file %s, and names the mistake", async (text, why) => {
    const { status, stdout, stderr } = await toolgate(["turn", "--host-tools", "calls.json"], {
      cwd: folder({ "calls.json": text })
    })
    expect([status, stdout]).toEqual([2, ""])
    expect(stderr).toContain('The file "calls.json"')
    expect(stderr).toContain(why)
  })
})
