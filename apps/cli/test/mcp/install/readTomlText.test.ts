import { execFileSync, spawnSync } from "node:child_process"
import fc from "fast-check"
import { parse } from "smol-toml"
import { expect, it } from "vitest"
import type { ClientText } from "../../../src/mcp/install/ClientText.ts"
import { getMcpClient } from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"

const read = (text: string): ClientText => {
  const found = readClientText(text, getMcpClient("codex"), "/home/ada")
  if ("fault" in found) throw new Error(found.fault)
  return found
}

/** Reads texts by another parser than the one whose writer is used. */
const readByPython = (texts: ReadonlyArray<string>): unknown => {
  const program = "import json, sys, tomllib; print(json.dumps([tomllib.loads(t) for t in json.load(sys.stdin)]))"
  return JSON.parse(execFileSync("python3", ["-c", program], { input: JSON.stringify(texts), encoding: "utf8" }))
}
const hasTomllib = spawnSync("python3", ["-c", "import tomllib"]).status === 0

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("\u007f", "\u0000", "\u0085\u2028", '"""', "'''", "\\u0041\\", "a\r\nb", "# no comment", "\ud800"),
  fc.string({ unit: fc.constantFrom("\\", '"', "'", "\t", "\u0007", "[", "=", "#", "\u{1f600}"), maxLength: 8 })
)
const entries = fc.sample(
  fc
    .record({ command: word, args: fc.array(word, { maxLength: 4 }) })
    .map(({ command, args }) => ({ command, args: [...args, "mcp", "serve"] })),
  { numRuns: 400, seed: 7 }
)

it.skipIf(!hasTomllib)("the gate's entry reads the same in another parser, with any words", () => {
  const written = entries.flatMap((toolgate) => {
    const after = read('model = "m"\n').withGate(toolgate, [])
    // TOML has no text with half a character.
    const isWhole = [toolgate.command, ...toolgate.args].every((text) => text.isWellFormed())
    expect("text" in after).toBe(isWhole)
    return "text" in after ? [{ toolgate, text: after.text }] : []
  })
  expect(written.length).toBeGreaterThan(200)
  expect(readByPython(written.map(({ text }) => text))).toEqual(
    written.map(({ toolgate }) => ({ model: "m", mcp_servers: { toolgate } }))
  )
})

it("tables with quoted names are removed and restored", () => {
  const names = ["a]b", "c.d", "e f"]
  const text = [
    "[ mcp_servers . 'a]b' ] # first",
    'command = "x"',
    "",
    '[mcp_servers."c.d".env]',
    'K = "v"',
    "",
    '[[mcp_servers."e f".list]]',
    "n = 1",
    "",
    "[tui]",
    "vim = true",
    ""
  ].join("\n")
  const before = read(text)
  const after = before.withGate({ command: "toolgate", args: ["mcp", "serve"] }, names)
  if ("fault" in after) throw new Error(after.fault)
  expect(after.text).not.toMatch(/first|K =|n = 1/)
  expect(after.text).toContain("[tui]\nvim = true\n")
  const back = read(after.text).withoutGate(before, names)
  expect("text" in back && parse(back.text)).toEqual(parse(text))
})
