import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { DispatchOptions } from "@toolgate/dispatch"
import { findFailedRows } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { folder, openServers, server, textOf } from "./openServers.ts"

describe("a call of a server's tool", () => {
  it("returns the server's text, images, audio, files and links", async () => {
    const gate = await openServers([server("files")])
    const { output } = await gate.call("mcp__files__blocks")
    expect(output.content).toMatchInlineSnapshot(`
      [
        {
          "text": "one",
          "type": "text",
        },
        {
          "base64": "aWNv",
          "mediaType": "image/png",
          "type": "image",
        },
        {
          "base64": "d2F2",
          "mediaType": "audio/wav",
          "type": "audio",
        },
        {
          "text": "[A link: a, file:///a.txt]",
          "type": "text",
        },
        {
          "mediaType": "text/plain",
          "text": "two",
          "type": "file",
          "uri": "file:///b.txt",
        },
        {
          "base64": "Yw==",
          "mediaType": "application/x-c",
          "type": "file",
          "uri": "file:///c.bin",
        },
      ]
    `)
    expect(output.metadata).toEqual({})
  })

  it("fails with the server's words if the tool fails", async () => {
    const gate = await openServers([server("files")])
    const failed = await gate.call("mcp__files__fail")
    const refused = await gate.call("mcp__files__refuse")
    expect([failed, refused].map(({ executed, success, error }) => [executed, success, error?.message])).toEqual([
      ["yes", false, "no such row"],
      ["yes", false, "count is missing"]
    ])
  })

  it("fails with the gate's words if the answer breaks its promise", async () => {
    const gate = await openServers([server("files")])
    const messageOf = async (tool: string) => (await gate.call(`mcp__files__${tool}`)).error?.message
    expect(await gate.call("mcp__files__right")).toMatchObject({ success: true, output: { value: { count: 2 } } })
    expect(await messageOf("nothing")).toBe("The server's answer lacks the structured result that the tool promises.")
    expect(await messageOf("wrong")).toContain("count")
    expect(await messageOf("shapeless")).toBe(
      'The call of "shapeless" at the MCP server "files" failed. Its answer violates the protocol.'
    )
  })

  it("keeps the valid parts of an answer if another part is invalid", async () => {
    const gate = await openServers([server("files")])
    const called = async (tool: string) => {
      const { success, executed, error, output } = await gate.call(`mcp__files__${tool}`)
      return { success, executed, message: error?.message, content: output.content }
    }
    const kept = { type: "text", text: "kept" }
    const left = (what: string) => ({
      type: "text",
      text: `[A block${what} of the server's answer is left out: it violates the protocol.]`
    })
    expect(await called("mixed")).toMatchObject({
      success: false,
      content: [
        kept,
        left(' of the type "video"'),
        left(""),
        { type: "image", base64: "aWNv" },
        left(' of the type "text"')
      ]
    })
    expect(await called("empty")).toMatchObject({ success: true, content: [] })
    const lacks = "The server's answer lacks the structured result that the tool promises."
    for (const tool of ["primitive", "told"])
      expect(await called(tool)).toEqual({
        success: false,
        executed: "yes",
        message: lacks,
        content: [{ type: "text", text: lacks }, kept]
      })
    expect(await called("mistyped")).toMatchObject({
      success: false,
      message: expect.stringContaining("does not match its schema"),
      content: [kept]
    })
  })

  it("passes on links to the web and to mailboxes only, and others as text", async () => {
    const gate = await openServers([server("files")])
    const uris = [
      "javascript:alert(1)",
      " java\tscript:alert(1)",
      "JAVASCRIPT:x",
      "vbscript:x",
      "data:text/html,<script>",
      "file:///etc/passwd",
      "ms-msdt:/id",
      "cursor://anysphere.deeplink/mcp/install?name=x",
      "vscode:mcp/install?%7B%7D",
      "intent://x#Intent;end",
      "smb://example.com/x",
      "tel:911",
      "httpx://example.com",
      "https:",
      "https://",
      "//example.com",
      "https://exa\nmple.com"
    ]
    const blocksOf = async (all: ReadonlyArray<string>) =>
      (await gate.call("mcp__files__links", { uris: all })).output.content
    const types = (await blocksOf(uris)).map(({ type }) => type)
    expect(types).toEqual(uris.flatMap(() => ["text", "file"]))
    expect(await blocksOf(["//example.com", "https://", "a\u0007:b"])).toEqual([
      { type: "text", text: "[A link: n, //example.com]" },
      { type: "file", mediaType: "text/plain", text: "inner" },
      { type: "text", text: "[A link: n, https://]" },
      { type: "file", mediaType: "text/plain", text: "inner" },
      { type: "text", text: expect.stringContaining("[A link: n, ") },
      { type: "file", mediaType: "text/plain", text: "inner" }
    ])
    expect(await blocksOf(["javascript:alert(1)", "file:///a"])).toEqual([
      { type: "text", text: "[A link: n, javascript:alert(1)]" },
      { type: "file", mediaType: "text/plain", text: "inner" },
      { type: "text", text: "[A link: n, file:///a]" },
      { type: "file", mediaType: "text/plain", uri: "file:///a", text: "inner" }
    ])
    for (const uri of ["https://example.com/a", "HTTP://example.com", "mailto:ada@example.com"])
      expect(await blocksOf([uri])).toMatchObject([
        { type: "link", uri },
        { type: "file", uri }
      ])
  })

  it("accepts the first answer with its id", async () => {
    const gate = await openServers([server("files")])
    expect(textOf(await gate.call("mcp__files__liar"))).toBe("the first")
    expect((await gate.call("mcp__files__echo")).success).toBe(true)
  })

  it("ignores JSON lines that answer nothing", async () => {
    const gate = await openServers([server("files")])
    expect(textOf(await gate.call("mcp__files__json_lines"))).toBe("still here")
  })

  it("sends only the key of the caller", async () => {
    const gate = await openServers([server("files")])
    const { progressToken, ...meta } = JSON.parse(textOf(await gate.call("mcp__files__meta")))
    expect([typeof progressToken, meta]).toEqual(["number", { "toolgate/idempotencyKey": "call-1" }])
  })

  it("sends the trace context of a traced call", async () => {
    const gate = await openServers([server("files")])
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    const answer = await gate.call("mcp__files__meta", {}, undefined, { traceparent })
    expect(JSON.parse(textOf(answer))).toMatchObject({ traceparent })
  })

  it("shows progress separately from the result", async () => {
    const gate = await openServers([server("files")])
    const shown: Array<string> = []
    const answer = await gate.call("mcp__files__progress", {}, { onOutput: ({ text }) => void shown.push(text) })
    expect([textOf(answer), shown.join("")]).toEqual(["done", "1 of 2: begun\n2 of 2\n"])
  })

  it("limits the total progress, with messages of any size", async () => {
    const gate = await openServers([server("files")])
    const shown: Array<string> = []
    await gate.call("mcp__files__whisper", {}, { onOutput: ({ text }) => void shown.push(text) })
    expect(shown.join("").length).toBeLessThanOrEqual(64 * 1024)
  })

  it.each([
    ["flood", "a line of its output is longer than 25165824 bytes"],
    ["garbage", "a line of its output is not JSON"],
    ["half", "It ended with the status 0."]
  ])("is unknown after the server's %s, and the server starts again", async (tool, why) => {
    const gate = await openServers([server("files")])
    const call = await gate.call(`mcp__files__${tool}`)
    expect([call.executed, call.success]).toEqual(["unknown", false])
    expect(textOf(await gate.call("mcp__files__echo", { back: true }))).toBe('{"back":true}')
    expect(gate.logs.join("\n")).toContain(why)
  })

  it("becomes unknown after an unreadable message, and other calls continue", async () => {
    const notes = join(folder(), "notes")
    const gate = await openServers([server("files", ["normal", notes])])
    const cancel = new AbortController()
    const other = gate.call("mcp__files__wait", {}, { signal: cancel.signal })
    const rows = [
      ["cut", "a line of its output is not JSON"],
      ["twice_said", "one of its messages is invalid: at line 1, column 41,"],
      ["deep", "a line of its output is nested deeper than 1000"],
      ["null_result", "it sent an invalid answer"],
      ["no_result", "it sent an invalid answer"],
      ["null_error", "it sent an invalid answer"]
    ] as const
    for (const [tool, why] of rows) {
      const before = gate.logs.length
      expect(await gate.call(`mcp__files__${tool}`)).toMatchObject({
        executed: "unknown",
        success: false,
        error: {
          message: `The call of "${tool}" at the MCP server "files" was made, but its answer is invalid. Check whether it took effect before you repeat it.`
        }
      })
      expect(textOf(await gate.call("mcp__files__echo", { back: true }))).toBe('{"back":true}')
      expect(gate.logs.slice(before).join("\n")).toContain(why)
    }
    cancel.abort()
    expect((await other).error?.why).toBe("Cancelled")
    expect(readFileSync(notes, "utf8").match(/started/g)).toHaveLength(1)
  })

  it("ignores other output of the server", async () => {
    const gate = await openServers([server("files")])
    const rows: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["a dictionary of Python", ["{'level': 'info', 'msg': 'a'}"]],
      ["a brace", ["{", "}"]],
      ["JSON on several lines", ["{", '  "pretty": {', '    "a": 1', "  }", "}"]],
      ["JSON that is cut", ['{"level":"info","msg":"a', '{"error": {"code"']],
      ["values that are no objects", ["null", "[1,2]", "123", '"text"', "true", "[{]"]],
      [
        "objects of another kind",
        ['{"level":30}', '{"jsonrpc":"1.0","id":1,"result":{}}', '{"id":1,"result":{}}', "{}"]
      ],
      ["a damaged notification", ['{"jsonrpc":"2.0","method":"notifications/x","params":{']],
      [
        "messages within a line for a log",
        [`{'sent': '{"jsonrpc":"2.0","id":2,"result":{}}'}`, '2026 {"jsonrpc":"2.0"}']
      ],
      [
        "requests and notifications that do not exist",
        ['{"jsonrpc":"2.0","method":"x"}', '{"jsonrpc":"2.0","method":5}']
      ]
    ]
    const failed = await findFailedRows(rows, async (lines) => {
      expect(textOf(await gate.call("mcp__files__chatter", { lines }))).toBe("still here")
      expect((await gate.status("files")).state).toBe("connected")
    })
    expect(failed).toEqual({})
  })

  it("shows the first stray lines, and ignores any number of them", async () => {
    const notes = join(folder(), "notes")
    const gate = await openServers([server("files", ["normal", notes])])
    const lines = Array.from({ length: 5_000 }, (_, line) => `{'line': ${line}}`)
    expect(textOf(await gate.call("mcp__files__chatter", { lines }))).toBe("still here")
    expect(gate.logs.filter((line) => line.includes("'line'"))).toHaveLength(200)
    expect(gate.logs.filter((line) => line.includes("the rest is not shown"))).toHaveLength(1)
    expect(readFileSync(notes, "utf8")).toBe("started\n")
  })

  it("refuses requests of a server that its entry does not allow", async () => {
    const closed = server("closed")
    const open = server("open", [], { allow: ["roots"] })
    const gate = await openServers([closed, open])
    const asked = async (name: string) => JSON.parse(textOf(await gate.call(`mcp__${name}__asking`)))
    expect(await asked("closed")).toEqual([-32601, -32601, -32601])
    expect(await asked("open")).toEqual([
      -32601,
      { roots: [{ uri: `file://${gate.workspace}`, name: "workspace" }] },
      -32601
    ])
  })

  it("lets a server ask only while exactly one call is pending", async () => {
    const notes = join(folder(), "notes")
    const gate = await openServers([server("files", ["normal", notes], { allow: ["elicitation"] })])
    const ask: DispatchOptions["ask"] = () => ({ action: "accept", content: { name: "Ada" } })
    const asked = async () => JSON.parse(textOf(await gate.call("mcp__files__form", { text: "a" }, { ask })))
    expect(await asked()).toEqual(["a", { action: "accept", content: { name: "Ada" } }])
    const cancel = new AbortController()
    const other = gate.call("mcp__files__wait", {}, { signal: cancel.signal })
    await gate.until(() => readFileSync(notes, "utf8").includes("waiting"))
    expect(await asked()).toEqual(["a", { action: "decline" }])
    cancel.abort()
    await other
  })
})
