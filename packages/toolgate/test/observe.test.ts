import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, defineHostedTool, type ToolEvent } from "../src/index.ts"
import { newFolder, note } from "./asking.ts"

const hosted = (name: string) =>
  defineHostedTool({
    name,
    description: "Searches.",
    sideEffects: "READ",
    effects: ["network_access"],
    providerSpecs: { openai: { type: name } }
  })

const recorded = (folder: string): ReadonlyArray<Record<string, unknown>> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ndjson"))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"))
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === "tool.observed")

const open = async (answers: "at once" | "recorded" = "at once") => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-observe-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const gate = await createToolgate({
    workspace: newFolder(),
    policy: "host",
    tools: [note, hosted("web_search"), hosted("file_search")],
    audit: { folder, answers }
  })
  onTestFinished(() => gate.close())
  return { gate, folder }
}

describe("tool uses that a provider reports", () => {
  it("is recorded with the gate's knowledge of the tool, and never as a call", async () => {
    const { gate, folder } = await open()
    const events: Array<ToolEvent> = []
    const reading = (async () => {
      for await (const event of gate.events()) if (event.type !== "events.lost") events.push(event)
    })()
    const session = await gate.session({ id: "s", agent: "writer", onBehalfOf: "ada" })
    await session.tools.declarable()
    const before = events.length
    await session.observe("openai", [
      { tool: "web_search", id: "1", type: "web_search_call", input: { query: "tea" } },
      { tool: undefined, id: "2", type: "web_search" },
      { tool: "note", id: "3", type: "function_call", failed: true },
      { tool: undefined, id: undefined, type: "mcp_call", name: "wire_money" }
    ])
    const other = await gate.session({ id: "other" })
    await other.observe("openai", [{ tool: "file_search", id: "4", type: "file_search_call" }])
    await gate.close()
    await reading
    expect(recorded(folder)).toMatchObject([
      {
        tool: "web_search",
        standing: "declared",
        session: "s",
        agent: "writer",
        on_behalf_of: "ada",
        provider: "openai"
      },
      { tool: "web_search", standing: "declared", tool_call_id: "2" },
      { tool: "note", standing: "unknown", failed: true },
      { tool: "wire_money", standing: "unknown", tool_call_id: "" },
      { tool: "file_search", standing: "undeclared", session: "other" }
    ])
    expect(recorded(folder)[2]).not.toHaveProperty("tool_digest")
    expect(events.slice(before).filter(({ callId }) => ["1", "2", "3", "4"].includes(callId))).toEqual([])
  })

  it("is stored before the promise resolves, if the gate answers after recording", async () => {
    const { gate, folder } = await open("recorded")
    await gate.observe("anthropic", [{ id: "1", name: "web_search" }], { session: "s", turn: "7" })
    expect(recorded(folder)).toMatchObject([{ tool: "web_search", turn: "7", session: "s" }])
  })

  it("are recorded even if they cannot be read", async () => {
    const { gate, folder } = await open()
    const thrower = {
      get id(): string {
        throw new Error("a secret")
      }
    }
    await gate.observe("openai", [thrower, null as unknown as object])
    await gate.close()
    expect(recorded(folder)).toMatchObject([
      { tool: "", tool_call_id: "", standing: "unknown" },
      { tool: "", tool_call_id: "", standing: "unknown" }
    ])
  })

  it("are refused without a provider, without a list, with an unknown option, and after the end of the gate", async () => {
    const { gate } = await open()
    const session = await gate.session({ id: "s" })
    await expect(gate.observe("", [])).rejects.toThrow(/name of the provider/)
    await expect(gate.observe("openai", "web_search" as never)).rejects.toThrow(/list of tool uses/)
    await expect(gate.observe("openai", [], { readOnly: true } as object)).rejects.toThrow(/readOnly/)
    await expect(session.observe("openai", [], { agent: "x" } as object)).rejects.toThrow(/agent/)
    await gate.close()
    await expect(gate.observe("openai", [])).rejects.toThrow(/closed/)
  })

  it("needs no record in the gate", async () => {
    const gate = await createToolgate({ workspace: newFolder(), policy: "host", tools: [note] })
    onTestFinished(() => gate.close())
    expect(await gate.observe("openai", [{ id: "1" }])).toBe(undefined)
  })
})
