import fc from "fast-check"
import { expect, it } from "vitest"
import { getMcpClient } from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"

const gate = { command: "node", args: ["toolgate.cjs", "mcp", "serve"] }
const word = fc.string({ unit: "grapheme", maxLength: 12 })
const key = fc
  .oneof(fc.stringMatching(/^[a-z][a-z-]{0,8}$/), word)
  .filter((name) => name !== "toolgate" && name !== "__proto__")
const entry = fc.oneof(
  fc.record({ command: word, args: fc.array(word, { maxLength: 3 }), env: fc.dictionary(key, word, { maxKeys: 3 }) }),
  fc.record({ url: fc.webUrl() })
)
const content = fc.record({
  servers: fc.dictionary(key, entry, { maxKeys: 4 }),
  // Through a text, in which there is no -0.
  rest: fc.dictionary(
    key,
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
    { maxKeys: 4 }
  )
})

it("a configuration in JSON gets the gate and its servers back, with any content in any style", () => {
  const client = getMcpClient("cursor")
  const form = fc.record({
    indent: fc.constantFrom(0, 1, 2, 4, "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    picks: fc.infiniteStream(fc.boolean())
  })
  fc.assert(
    fc.property(content, form, ({ servers, rest }, { indent, eol, picks }) => {
      const whole = { ...rest, mcpServers: servers }
      const text = JSON.stringify(whole, null, indent).replaceAll("\n", eol)
      const before = readClientText(text, client, "/home/ada")
      if ("fault" in before) throw new Error(before.fault)
      const moved = Object.keys(servers).filter(() => picks.next().value)
      const after = before.withGate(gate, moved)
      if ("fault" in after) throw new Error(after.fault)
      const kept = Object.entries(servers).filter(([name]) => !moved.includes(name))
      expect(JSON.parse(after.text)).toEqual({ ...rest, mcpServers: { ...Object.fromEntries(kept), toolgate: gate } })
      const read = readClientText(after.text, client, "/home/ada")
      if ("fault" in read) throw new Error(read.fault)
      const back = read.withoutGate(before, moved)
      expect("text" in back && JSON.parse(back.text)).toEqual(whole)
    })
  )
})

it("nonsense is a fault, not an exception", () => {
  const form = fc.constantFrom("codex" as const, "cursor" as const, "vscode" as const)
  const part = fc.constantFrom(
    "{",
    "}",
    '"mcpServers"',
    ":",
    "[mcp_servers.a]",
    "\n",
    "[[x]]",
    "a = 1",
    '"""',
    "//",
    ",",
    "#",
    "=",
    "[",
    "]",
    '"servers"',
    "1"
  )
  const text = fc.oneof(
    word,
    fc.array(part).map((parts) => parts.join(""))
  )
  fc.assert(
    fc.property(form, text, (name, text) => {
      const read = readClientText(text, getMcpClient(name), "/home/ada")
      if ("fault" in read) {
        expect(read.fault).toMatch(/^its? /)
        return
      }
      const after = read.withGate(
        gate,
        read.servers.map(({ name }) => name)
      )
      if ("fault" in after) return
      const again = readClientText(after.text, getMcpClient(name), "/home/ada")
      expect("servers" in again && again.servers).toEqual([])
    })
  )
})
