import { closeSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ended, start } from "./commandLine.ts"
import { folder } from "./folder.ts"
import { startReading } from "./startReading.ts"
import { toolgate } from "./withinProcess.ts"

const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`

it.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143]
] as const)("%s ends the calls of toolgate mcp serve, which are answered and in the record", async (signal, status) => {
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
      child.kill(signal)
    printed += piece
  })
  const { stdout, ...end } = await ended(child)
  expect(end.status).toBe(status)
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

it("SIGTERM ends toolgate mcp serve while it waits for whoever writes a token into a pipe", async () => {
  const { child, writing } = await startReading((pipe) => ["mcp", "serve", "--http", "0", "--token", `file:${pipe}`])
  child.kill("SIGTERM")
  expect(await ended(child)).toEqual({ status: 143, stdout: "", stderr: "" })
  closeSync(writing)
})
