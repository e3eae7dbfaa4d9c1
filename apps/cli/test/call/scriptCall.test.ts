import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

/** A folder to work in, and a way to run scripts there, which are recorded. */
const project = () => {
  const [work, state] = [folder(), folder()]
  writeFileSync(join(work, "a.txt"), "milk\n")
  const log = join(state, "audit")
  const run = (...words: ReadonlyArray<string>) => toolgate(words, { cwd: work, env: { XDG_STATE_HOME: state } })
  const script = async (code: string) => {
    const { status, stdout } = await run(
      "call",
      "run_script",
      "--host-tools",
      JSON.stringify({ code }),
      "--json",
      "--audit",
      log
    )
    return { status, ...JSON.parse(stdout) }
  }
  return { log, run, script }
}

it("runs a script with the built-in tools, and with those of the toolbox that its code names", async () => {
  const { script } = project()
  const code = `
    const read = await tools.read_file({ path: "a.txt" })
    const rows = await tools.csv_to_json({ csv: "a\\n1" })
    return [read.text, rows.status, await tools.histogram_of_nothing({}).catch((e) => e.errorClass)]`
  const { status, output, sandbox } = await script(code)
  expect([status, sandbox]).toEqual([0, "wasm"])
  expect(output.value).toMatchObject({ status: "ok", result: ["milk\n", "ok", "not_found"], output_text: "" })
  expect(output.value.call_trace.map(({ tool }: { readonly tool: string }) => tool)).toEqual([
    "read_file",
    "csv_to_json",
    "histogram_of_nothing"
  ])
})

it("answers a script that failed with its outcome, and with the place in the code", async () => {
  const { script } = project()
  const { status, success, error, executed, output } = await script("const one = 1\nthrow new Error('no')")
  expect({ status, success, executed }).toEqual({ status: 1, success: false, executed: "no" })
  expect(error.message).toBe('Tool "run_script" threw: Error: no (line 2, column 11).')
  expect(output.value).toMatchObject({ status: "error", call_trace: [], result: null })
})

it("keeps large results of a script, and lists a script with its calls", async () => {
  const { log, run, script } = project()
  const { callId, output } = await script("return (await tools.Echo({ text: 'x'.repeat(5000) })).artifact_ref")
  expect((await run("artifacts", "list")).stdout).toContain(output.value.result)
  await script("return 1")
  const { stdout } = await run("audit", "list", "--audit", log, "--chain", callId, "--json")
  const records = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).record)
  expect(records.map(({ tool, kind, chain_id }) => [tool, kind, chain_id])).toEqual([
    ["run_script", "tool.call.dispatched", undefined],
    ["Echo", "tool.call.dispatched", callId],
    ["Echo", "tool.call.completed", callId],
    ["run_script", "tool.call.completed", undefined]
  ])
})

it("finds and describes the tools that a script may call, those of the toolbox among them", async () => {
  const { run } = project()
  const found = await run("call", "search_tools", '{"query":"csv rows","limit":2}')
  expect(found.stdout).toMatch(/^csv_to_json: Reads CSV .*\n/)
  const described = await run("call", "describe_tools", '{"names":["csv_to_json","delegate"]}')
  expect(described.stdout).toMatch(
    /\n {2}csv_to_json: \(args: \{\n.*\n\/\/ No script may call a tool "delegate"\.\s*$/s
  )
})

it("suspends a script with a deferred question, and continues it when that is resumed", async () => {
  const { run } = project()
  const code = `
    const { text } = await tools.read_file({ path: "a.txt" })
    const rows = await tools.csv_to_json({ csv: "a\\n1" })
    await tools.write_file({ path: "b.txt", content: text + rows.status })
    return (await tools.read_file({ path: "b.txt" })).text`
  const deferred = await run("call", "run_script", JSON.stringify({ code }), "--defer", "--json")
  const { pending, output, executed } = JSON.parse(deferred.stdout)
  expect([deferred.status, executed, output.value.status]).toEqual([3, "yes", "suspended"])
  const undecided = await run("approvals", "resume", pending.approvalId, "--json")
  expect([undecided.status, JSON.parse(undecided.stdout).pending]).toEqual([3, pending])
  expect((await run("approvals", "show", pending.approvalId)).stdout).toContain(
    "\nA script made this call, and continues "
  )
  await run("approvals", "approve", pending.approvalId)
  const resumed = await run("approvals", "resume", pending.approvalId, "--json")
  const answer = JSON.parse(resumed.stdout)
  expect([resumed.status, answer.toolName, answer.output.value.result]).toEqual([0, "run_script", "milk\nok"])
  const again = await run("approvals", "resume", pending.approvalId)
  expect([again.status, again.stderr]).toEqual([
    1,
    'toolgate: The call of tool "write_file" with this approval has already run.\n'
  ])
})
