// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the clients
import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import { expect, it } from "vitest"
import { isVersion } from "../../../src/mcp/install/isVersion.ts"
import { mcpClients } from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"
import { makeGateName } from "../../../src/mcp/install/ServerDraft.ts"
import { formatClientText } from "../../../src/mcp/install/shown/formatClientText.ts"
import { formatMcpText } from "../../../src/mcp/install/shown/formatMcpText.ts"

type Make = (length: number) => string

const json = mcpClients.find(({ name }) => name === "claude-code") ?? mcpClients[0]
const toml = mcpClients.find(({ form }) => form === "toml") ?? mcpClients[0]

/** Reads a configuration, and edits it in both directions. */
const edit = (client: typeof json) => (text: string) => {
  if (client === undefined) throw new Error("There is no client of this form.")
  const read = readClientText(text, client, "/home/me")
  if ("fault" in read) return
  const names = read.servers.map(({ name }) => name)
  const edited = read.withGate({ command: "toolgate", args: ["mcp", "serve"] }, names)
  if ("fault" in edited) return
  const now = readClientText(edited.text, client, "/home/me")
  if (!("fault" in now)) now.withoutGate(read, names)
}

const show = (client: typeof json) => (text: string) => client && formatClientText(text, client)

const entry = (member: string): Make => repeated(member, '{"mcpServers":{"a":{"command":"', '"}}}')
const table = (value: string): Make => repeated(value, '[mcp_servers.a]\ncommand = "x"\n', "\n[other]\nx = 1\n")

const jsonTexts: Readonly<Record<string, Make>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  "open comments": repeated("/*"),
  "ends of comments": repeated("*/", "/*"),
  blanks: repeated(" ", "", "x"),
  "beginnings of variables": entry("${"),
  "named variables": entry("${A}"),
  "open variables with words": entry("${A:-"),
  "bare variables": entry("$A"),
  backslashes: entry("\\\\"),
  "many members": (length) =>
    `{"mcpServers":{"a":{${Array.from({ length: length / 8 }, (_, at) => `"m${at}":1`).join()}}}}`,
  "many folders": (length) =>
    `{"projects":{${Array.from({ length: length / 30 }, (_, at) => `"/${at}":{"mcpServers":{"a":{}}}`).join()}}}`
}

const tomlTexts: Readonly<Record<string, Make>> = {
  "open lists": repeated("[", "a = "),
  "empty lines": table("\n"),
  "lines of blanks": table(" \t\n"),
  "blanks behind a table's name": repeated(" ", "[mcp_servers.a]", "x"),
  "blanks before an equals sign": repeated(" ", "a", "x"),
  "blanks before a comment": repeated(" ", '[mcp_servers.a]\ncommand = "x"', "x"),
  "open texts": repeated('"""', "a = "),
  backslashes: repeated("\\\\", 'a = "', '"'),
  comments: table("#\n"),
  "many keys": (length) => Array.from({ length: length / 8 }, (_, at) => `k${at} = 1`).join("\n"),
  "many tables": (length) => Array.from({ length: length / 10 }, (_, at) => `[t${at}]\nx = 1`).join("\n"),
  "a long dotted name": repeated("a.", "[mcp_servers.", "a]"),
  "a quoted name": repeated("\\\\", '[mcp_servers."', '"]')
}

const yamlTexts: Readonly<Record<string, Make>> = {
  "open lists": repeated("[", "servers: "),
  variables: (length) =>
    `servers:\n  a:\n    env:\n${Array.from({ length: length / 16 }, (_, at) => `      V${at}: x\n`).join("")}`,
  blanks: repeated(" ", "servers:\n  a:\n    env: { A: x", "}\n"),
  "empty lines": repeated("\n", "servers:\n  a:\n    env:\n      A: |\n        x\n"),
  "beginnings of references": repeated("${a", "servers:\n  a:\n    env:\n      A: '", "'\n")
}

const readers: Readonly<Record<string, readonly [read: (text: string) => unknown, Readonly<Record<string, Make>>]>> = {
  "a configuration in JSON": [edit(json), jsonTexts],
  "a configuration in JSON, to be shown,": [show(json), jsonTexts],
  "a configuration in TOML": [edit(toml), tomlTexts],
  "a configuration in TOML, to be shown,": [show(toml), tomlTexts],
  "a mcp.yaml, to be shown,": [formatMcpText, yamlTexts],
  "a wanted version": [
    (text) => isVersion("1.2.3", text),
    { wildcards: repeated(".x", "1", "!"), parts: repeated("1."), digits: repeated("1"), signs: repeated("-", "1") }
  ],
  "an installed version": [
    (text) => isVersion(text, "^1.2"),
    { parts: repeated("1."), digits: repeated("1"), signs: repeated("-", "1"), "many lines": repeated("\n-", "1") }
  ],
  "a name of a server": [
    (text) => makeGateName(text),
    {
      dashes: repeated("-", "", "a"),
      "dashes behind": repeated("-", "a"),
      dots: repeated(".a"),
      letters: repeated("A")
    }
  ]
}

const rows = Object.entries(readers).flatMap(([what, [read, texts]]) =>
  Object.entries(texts).map(([text, make]) => [what, text, read, make] as const)
)

it.each(rows)("%s with %s is read in linear time", async (_what, _text, read, make) => {
  expect(await measureGrowth(read, make, 8_000)).toBeLessThanOrEqual(mostGrowth)
})

it.each([
  ["10 MB", (text: string) => text, repeated("a")(10_000_000)],
  ["10,000 members", (text: string) => text, Array.from({ length: 10_000 }, (_, at) => `m${at}`).join('":1,"')]
])("a configuration with %s in a server is read, and the server has an obstacle", (_, make, text) => {
  const read = json && readClientText(`{"mcpServers":{"a":{"${make(text)}":1}}}`, json, "/home/me")
  expect(read).toMatchObject({ servers: [{ draft: { obstacle: expect.any(String) } }] })
})

it.each([json, toml])("a configuration that is nested 100,000 levels deep is refused ($form)", (client) => {
  const text = client?.form === "toml" ? `a = ${"[".repeat(100_000)}` : "[".repeat(100_000)
  expect(client && readClientText(text, client, "/home/me")).toMatchObject({ fault: expect.any(String) })
})
