import { describe, expect, it } from "vitest"
import { gateWith, look } from "./skillGates.ts"

/** The beginning of a program that speaks the protocol. */
const speaking = `
import { createInterface } from "node:readline"
import { Socket } from "node:net"
const channel = new Socket({ fd: 3 })
const lines = createInterface({ input: channel })[Symbol.asyncIterator]()
const nextOf = async (op) => { for (;;) { const said = JSON.parse((await lines.next()).value); if (said.op === op) return said } }
const send = (said) => channel.write(JSON.stringify(said) + "\\n")
const hello = await nextOf("hello")
const tell = (what) => console.log(JSON.stringify(what))
tell({ skills: hello.skills, tools: hello.tools.map(({ name }) => name) })
`

const childsCall = `${speaking}
send({ op: "tool_call", tool_call_id: "1", tool: "touch", args: {} })
tell((await nextOf("tool_response")).error)
process.exit()
`

const parent = `${speaking}
const command = [process.execPath, "--input-type=module", "-e", ${JSON.stringify(childsCall)}]
const start = async (agent_id, ceiling) => {
  send({ op: "agent_start", agent_id, agent: "child", command, ceiling })
  const started = await nextOf("agent_started")
  if (started.ok) await nextOf("agent_ended")
  else tell(started.message)
}
await start("1", { tools: ["touch"] })
await start("2", undefined)
process.exit()
`

const callingLater = `${speaking}
tell((await nextOf("tools_changed")).tools.map(({ name }) => name))
send({ op: "tool_call", tool_call_id: "1", tool: "look", args: {} })
tell((await nextOf("tool_response")).error)
const child = ${JSON.stringify(`${speaking.slice(0, speaking.indexOf("tell({"))}tell(hello.tools.map(({ name }) => name))\nprocess.exit()`)}
const command = [process.execPath, "--input-type=module", "-e", child]
send({ op: "agent_start", agent_id: "1", agent: "child", command })
await nextOf("agent_ended")
process.exit()
`

const listing = `${speaking}
tell((await nextOf("tools_changed")).tools.map(({ name }) => name))
process.exit()
`

/** Runs a program to its end, and returns the lines that it and its children print. */
const told = async (
  gate: Awaited<ReturnType<typeof gateWith>>,
  program: string,
  skills?: ReadonlyArray<string>,
  heard?: () => Promise<void>
) => {
  let text = ""
  const runner = await gate.startRunner({
    command: [process.execPath, "--input-type=module", "-e", program],
    confinement: "none",
    ...(skills === undefined ? {} : { skills }),
    onOutput: async ({ stream, bytes }) => {
      if (stream === "stderr") throw new Error(Buffer.from(bytes).toString())
      text += Buffer.from(bytes).toString()
      await heard?.()
    }
  })
  await runner.ended
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}

const reading = { name: "reading", version: "1.0.0", description: "About reading.", instructions: "Do reading." }

describe("a runner", () => {
  it("receives its skills, and neither it nor its children have other tools", async () => {
    const gate = await gateWith()
    const tools = ["look", "relay", "skill"]
    expect(await told(gate, parent, ["reading"])).toEqual([
      { skills: [reading], tools },
      'The agent "child" requests more rights than "default" has: the tool "touch".',
      { skills: [reading], tools },
      "permission_denied"
    ])
  })

  it("receives no skills if none is active", async () => {
    const gate = await gateWith()
    const [hello] = await told(gate, `${speaking}\nprocess.exit()`)
    expect(hello).toEqual({ tools: ["look", "touch", "relay", "note", "skill"] })
  })

  it("loses a tool that has left the group of its skill, and so do its children", async () => {
    const gate = await gateWith()
    const change = () => gate.tools.replace({ ...look, sideEffects: "EXECUTE" })
    const [, tools, answer, ofChild] = await told(gate, callingLater, ["reading"], change)
    expect([tools, answer, ofChild]).toEqual([["relay", "skill"], "permission_denied", ["relay", "skill"]])
  })

  it("hears of a tool that its skill names once it is added", async () => {
    const gate = await gateWith()
    const add = () => gate.tools.replace({ ...look, name: "soon", aliases: [] })
    expect((await told(gate, listing, ["later"], add)).at(-1)).toEqual(["soon"])
  })
})
