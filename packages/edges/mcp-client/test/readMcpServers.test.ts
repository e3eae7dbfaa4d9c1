import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { openGate } from "toolgate/config"
import { describe, expect, it, onTestFinished } from "vitest"
import { readMcpServers } from "../src/index.ts"

const newFolder = (files: Readonly<Record<string, string>> = {}) => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-mcp-")))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

/** Opens a gate with the servers of a `mcp.yaml`, and records its log. */
const open = async ({ workspace, mcp }: { readonly workspace: string; readonly mcp: string }) => {
  const log: Array<string> = []
  const line = (...words: ReadonlyArray<unknown>) => void log.push(words.map((word) => JSON.stringify(word)).join(" "))
  const logger = { trace: line, debug: line, info: line, warn: line, error: line, fatal: line }
  const gate = await openGate({ workspace, policy: "host", logger, servers: await readMcpServers(mcp) })
  onTestFinished(() => gate.close())
  return { gate, log }
}

describe("the servers of a gate", () => {
  const server = `import { createInterface } from "node:readline"
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } },
  "tools/list": { tools: [{ name: "say", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "said" }] }
}
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }))
})
`
  const withServers = (...entries: ReadonlyArray<string>) => {
    const workspace = newFolder({ "server.mjs": server })
    const command = `command: [${process.execPath}, ${join(workspace, "server.mjs")}]`
    writeFileSync(
      join(workspace, "mcp.yaml"),
      `servers:\n${entries.map((entry) => `  ${entry}\n`).join("")}`.replaceAll("COMMAND", command)
    )
    return { workspace, mcp: join(workspace, "mcp.yaml") }
  }
  const say = { id: "1", tool: "mcp__notes__say", args: {} }

  it("refuses a path if its target changed since it was judged", async () => {
    const { gate } = await open(withServers("notes: { COMMAND, unconfined: true }"))
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect(await gate.dispatch(say)).toMatchObject({ success: true, output: { content: [{ text: "said" }] } })
    await gate.close()
    expect(await Effect.runPromise(gate.servers?.status ?? Effect.succeed([]))).not.toMatchObject([
      { state: "connected" }
    ])
  })

  it("are pinned as the file says", async () => {
    const config = withServers("notes: { COMMAND, unconfined: true }")
    appendFileSync(config.mcp, "pins: strict\n")
    const { gate } = await open(config)
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect((await gate.dispatch(say)).error?.message).toContain("approved")
  })

  it("are left out with the reasons in the log, and do not affect the others", async () => {
    const { gate, log } = await open(withServers("notes: { COMMAND, unconfined: true }", "bad: { commandd: [x] }"))
    await Effect.runPromise(gate.servers?.tried ?? Effect.void)
    expect(log.join("\n")).toMatch(/The server .*bad.* is left out/)
    expect(await gate.dispatch(say)).toMatchObject({ success: true })
  })

  it("prevent the gate from opening if their file is invalid", async () => {
    const workspace = newFolder({ "mcp.yaml": "[" })
    await expect(open({ workspace, mcp: join(workspace, "mcp.yaml") })).rejects.toMatchObject({
      _tag: "McpConfigInvalid"
    })
    mkdirSync(join(workspace, "folder"))
    await expect(open({ workspace, mcp: join(workspace, "folder") })).rejects.toMatchObject({
      _tag: "McpConfigInvalid"
    })
  })
})
