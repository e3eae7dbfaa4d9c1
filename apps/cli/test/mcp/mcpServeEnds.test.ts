import { spawn } from "node:child_process"
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ended, launcher, start } from "../commandLine.ts"
import { folder } from "../folder.ts"
import { startReading } from "../startReading.ts"
import { toolgate } from "../withinProcess.ts"

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`

it("SIGTERM ends the calls of toolgate mcp serve, which are answered and recorded", async () => {
  const base = folder()
  const [work, state] = [join(base, "work"), join(base, "state")]
  mkdirSync(work)
  const store = join(state, "store.sqlite")
  const child = start(["mcp", "serve", "--policy", "host", "--store", store], work, { XDG_STATE_HOME: state })
  const clientInfo = { name: "raw", version: "1" }
  child.stdin.write(request(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }))
  const command = { command: "echo begun; sleep 300" }
  child.stdin.write(request(2, "tools/call", { name: "shell", arguments: command, _meta: { progressToken: "begun" } }))
  let printed = ""
  child.stdout.on("data", (piece) => {
    if (!printed.includes("notifications/progress") && `${printed}${piece}`.includes("notifications/progress"))
      child.kill("SIGTERM")
    printed += piece
  })
  const { stdout, ...end } = await ended(child)
  expect(end.status).toBe(143)
  const answers = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  expect(answers.find(({ id }) => id === 2)?.result).toMatchObject({
    isError: true,
    _meta: { "toolgate/executed": "yes", "toolgate/error": "cancelled" }
  })
  const record = await toolgate(["audit", "list", "--store", store], { cwd: work, env: { XDG_STATE_HOME: state } })
  expect(record.stdout).toContain("cancelled")
})

it("SIGTERM ends toolgate mcp serve while it waits for a token from a pipe", async () => {
  const { child, writing } = await startReading((pipe) => ["mcp", "serve", "--http", "0", "--token", `file:${pipe}`])
  child.kill("SIGTERM")
  expect(await ended(child)).toEqual({ status: 143, stdout: "", stderr: "" })
  closeSync(writing)
})

const invitation = 'Clients start this command themselves; "toolgate mcp install" adds it to one.'

it("toolgate mcp serve reports the first line that is not a message, and that no client came", async () => {
  const { status, stdout, stderr } = await toolgate(["mcp", "serve"], {
    cwd: folder(),
    input: "garbage\n{bad\n[]\n"
  })
  expect([status, stdout]).toEqual([0, ""])
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/A line on standard input is not an MCP message: it is not JSON\./),
    `toolgate: Standard input ended before an MCP client had sent a message. ${invitation}`,
    ""
  ])
})

it("toolgate mcp serve prints nothing after its client has connected", async () => {
  const clientInfo = { name: "raw", version: "1" }
  const input = request(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })
  const { status, stderr } = await toolgate(["mcp", "serve"], { cwd: folder(), input })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
})

it.each([
  ["ignore", 2, "Standard output is closed or discarded, so no client can be answered."],
  ["/dev/full", 1, "The client cannot be answered: the disk is full; make room."]
] as const)("toolgate mcp serve reports that standard output is lost: %s", async (output, status, message) => {
  const stdout = output === "ignore" ? "ignore" : openSync(output, "w")
  const child = spawn(process.execPath, [launcher, "mcp", "serve"], { cwd: folder(), stdio: ["pipe", stdout, "pipe"] })
  let printed = ""
  child.stderr?.on("data", (piece) => (printed += piece))
  child.stdin?.on("error", () => {})
  const clientInfo = { name: "raw", version: "1" }
  child.stdin?.write(request(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo }))
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(status)
  expect(printed).toContain(`toolgate: ${message}`)
  if (typeof stdout === "number") closeSync(stdout)
})

const script = "/usr/bin/script"

it.skipIf(!existsSync(script))("toolgate mcp serve says at a terminal what it waits for", async () => {
  const child = spawn(script, ["-qec", `${process.execPath} ${launcher} mcp serve`, "/dev/null"], {
    cwd: folder(),
    stdio: "pipe"
  })
  // The terminal closes its input when it has taken the mark of its end.
  child.stdin.write("\u0004")
  const { stdout, status } = await ended(child)
  expect(status).toBe(0)
  expect(stdout).toContain(`toolgate: Waiting for an MCP client on standard input. ${invitation} Press Ctrl-D to end.`)
})
