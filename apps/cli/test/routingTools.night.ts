import { join } from "node:path"
import type { ElicitResult } from "@modelcontextprotocol/client"
import { describe, expect, it } from "vitest"
import { toolgateProcess } from "./commandLine.ts"
import { folder } from "./folder.ts"
import { callTool, connected, eras, pendingId } from "./mcpClient.ts"
import { callingRunner, project, supervise } from "./supervised.ts"

const counter = `read -r hello <&3
echo "looking" >&2
echo '{"op":"tool_call","tool_call_id":"1","tool":"read_file","args":{"path":"notes.txt"}}' >&3
read -r answer <&3
case $answer in *"buy milk"*) echo '{"op":"agent_result","text":"Two words."}' >&3 ;; esac
`

const settings = `version: 1
routing:
  agents:
    counter: { command: [sh, counter.sh], confinement: none, env: [PATH] }
`

const files = { "t.yaml": settings, "counter.sh": counter, "notes.txt": "buy milk\n" }
const task = JSON.stringify({ agent: "counter", task: "Count the words." })
const flags = ["--policy", "host", "--toolbox-settings", "t.yaml"]

describe("delegate", () => {
  it("starts a configured agent from one call, and prints its report", async () => {
    const { status, stdout, stderr } = await toolgateProcess(["call", "delegate", task, "--json", ...flags], {
      cwd: folder(files)
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(JSON.parse(stdout).output.value).toMatchObject({ result: "Two words." })
  })

  it("lists the agents, or explains how to configure them", async () => {
    const unknown = JSON.stringify({ agent: "coder", task: "x" })
    const call = (...more: ReadonlyArray<string>) =>
      toolgateProcess(["call", "delegate", unknown, ...more], { cwd: folder(files) })
    expect(await call(...flags)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The agents are: "counter".')
    })
    const { stderr } = await call("--policy", "host")
    expect(stderr).toContain('under "agents" in the section "routing" of toolbox.yaml')
  })

  it("starts it as a child of the calling runner, with its calls shown as its own", async () => {
    const at = project(files)
    const calling = [process.execPath, callingRunner, JSON.stringify([["delegate", JSON.parse(task)]])]
    const { stdout, stderr } = await supervise(at, ["--toolbox", "routing", ...flags], calling)
    expect(stdout).toContain("Two words.")
    expect(stderr).toMatch(/\[counter\] read_file "notes.txt": allowed/)
  })

  it("is refused with the place of a mistake in its settings, and a policy of an agent's own under no policy", async () => {
    const call = ["call", "delegate", task, ...flags]
    const wrong = settings.replace("confinement: none", "confinement: nnone")
    const refused = await toolgateProcess(call, { cwd: folder({ ...files, "t.yaml": wrong }) })
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/left out:\s+t\.yaml:4:\d+: unknown word .*"none"/)
    })
    const own = settings.replace("env:", "policy: own.yaml, env:")
    const { status, stderr } = await toolgateProcess(call, { cwd: folder({ ...files, "t.yaml": own }) })
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('The agent "counter" in t.yaml') })
  })
})

describe("escalate", () => {
  const call = ["call", "escalate", "reason=May I merge?", "--policy", "host"]

  it("is refused without a person, with advice about questions but not about policies", async () => {
    expect(await toolgateProcess(call, { cwd: folder() })).toMatchObject({
      status: 1,
      stderr:
        'toolgate: Tool "escalate" asks a person, but this gate cannot ask one. Continue without an answer, or say in your reply what a person has to decide.\n' +
        "To be asked, run the command at a terminal. To let someone else decide, add --defer.\n"
    })
  })

  it.each([
    ["approve", "Once the tests pass."],
    ["deny", "Ask the owner."]
  ])("waits in a store for a person's answer: %s", async (decision, note) => {
    const { cwd, state } = project()
    const run = (...args: ReadonlyArray<string>) => toolgateProcess(args, { cwd, env: { XDG_STATE_HOME: state } })
    await run(...call, "--defer")
    const listed = (await run("approvals", "list")).stdout
    expect(listed).toMatch(/^\w+ {2}open +escalate \(NONE\) for .*, until [^:]+:\d\d:[^:]+: "May I merge\?"\n$/)
    expect(JSON.parse((await run("approvals", "list", "--json")).stdout)).toMatchObject({ question: "May I merge?" })
    const [id = ""] = listed.split(" ")
    expect((await run("approvals", "show", id)).stdout).toContain('Tool "escalate" asks a person, and permits nothing')
    expect((await run("approvals", decision, id, "--reason", note)).status).toBe(0)
    const resumed = await run("approvals", "resume", id, "--policy", "host", "--json")
    expect(JSON.parse(resumed.stdout).output.value).toEqual({ decision, note })
    const inStore = ["audit", "list", "--store", join(state, "toolgate/store.sqlite")]
    const lines = (await run(...inStore, "--tool", "escalate", "--json")).stdout.trim().split("\n")
    const records = lines.map((line): Record<string, unknown> => JSON.parse(line).record)
    const dispatched = records.find(({ kind }) => kind === "tool.call.dispatched")
    expect(dispatched).toMatchObject({ answer: { decision, note }, answered_by: expect.any(String) })
    expect(dispatched).not.toHaveProperty("approved_by")
    expect((await run(...inStore)).stdout).toContain(`answered with ${decision} by `)
  })
})

describe("an MCP client", () => {
  const routing = ["--toolbox", "routing"]
  const serving = (files: Readonly<Record<string, string>> = {}) => {
    const { cwd, state } = project(files)
    const approvals = (...words: ReadonlyArray<string>) =>
      toolgateProcess(["approvals", ...words], { cwd, env: { XDG_STATE_HOME: state } })
    return { work: cwd, state, approvals }
  }
  const refused = { isError: true, _meta: { "toolgate/executed": "no" } }
  const answered = (decision: string, note: string) => ({
    structuredContent: { decision, note },
    _meta: { "toolgate/executed": "yes" }
  })

  it("starts a configured agent, and returns its report", async () => {
    const here = serving(files)
    const settingsFile = ["--toolbox-settings", join(here.work, "t.yaml")]
    const host = [...routing, "--policy", "host", ...settingsFile]
    const { client } = await connected({ era: "auto" }, { ...here, flags: host })
    const shown = (await client.listTools()).tools.find(({ name }) => name === "delegate")
    expect(shown?.description).toContain('"counter"')
    expect(await callTool(client, "delegate", JSON.parse(task))).toMatchObject({
      structuredContent: { result: "Two words.", cut: false },
      _meta: { "toolgate/executed": "yes" }
    })
    const unknown = await callTool(client, "delegate", { agent: "coder", task: "x" })
    expect(unknown).toMatchObject(refused)
    expect(unknown.content[0]?.text).toContain('The agents are: "counter".')
  })

  it("without questions for its user gets a person's answer when it repeats the call", async () => {
    const here = serving()
    const { client } = await connected({ era: "auto" }, { ...here, flags: routing })
    const asks = (reason: string) => callTool(client, "escalate", { reason })
    const decided = async (reason: string, decision: string, note: string) => {
      const first = await asks(reason)
      expect(first).toMatchObject(refused)
      expect(await here.approvals(decision, pendingId(first), "--reason", note)).toMatchObject({ status: 0 })
      expect(await asks(reason)).toMatchObject(answered(decision, note))
      return pendingId(first)
    }
    const id = await decided("May I merge?", "approve", "Once the tests pass.")
    expect(pendingId(await asks("May I merge?"))).not.toBe(id)
    await decided("May I drop it?", "deny", "Ask the owner.")
    // A refusal holds for its session: the same question is not asked again.
    expect(await asks("May I drop it?")).toMatchObject(answered("deny", "Ask the owner."))
  })

  it.each(eras)("asks its user in a form that differs from an approval (%s)", async (era) => {
    const here = serving()
    const forms: Array<unknown> = []
    let answer: ElicitResult = { action: "cancel" }
    const asked = (params: unknown) => {
      forms.push(params)
      return answer
    }
    const { client } = await connected({ era, asked }, { ...here, flags: [...routing, "--approvals", "elicit"] })
    const answering = async (reason: string, given: ElicitResult) => {
      answer = given
      return callTool(client, "escalate", { reason })
    }
    const approved = { action: "accept", content: { decision: "approve", reason: "Go on." } } as const
    expect(await answering("May I merge?", approved)).toMatchObject(answered("approve", "Go on."))
    expect(forms).toMatchObject([
      {
        message: expect.stringMatching(/^escalate asks you\. .*"reason": "May I merge\?"/s),
        requestedSchema: { properties: { reason: { title: "Message for the agent" } }, required: ["decision"] }
      }
    ])
    expect(JSON.stringify(forms)).not.toContain("May escalate run?")
    const denied = { action: "accept", content: { decision: "deny", reason: "Wait." } } as const
    expect(await answering("May I drop it?", denied)).toMatchObject(answered("deny", "Wait."))
    expect(await answering("May I stop?", { action: "decline" })).toMatchObject(answered("deny", ""))
    expect(await answering("May I go on?", { action: "cancel" })).toMatchObject(refused)
    expect(forms).toHaveLength(4)
  })
})
