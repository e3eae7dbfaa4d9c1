import { trustReferences } from "@toolgate/local-secrets/references"
import { parseMcpConfig } from "@toolgate/mcp-client"
import { measureGrowth, mostGrowth } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { addServers } from "../../../src/mcp/install/editMcpConfig.ts"
import { getMcpClient } from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"
import { formatMcpText } from "../../../src/mcp/install/shown/formatMcpText.ts"

const list = <A>(count: number, make: (at: number) => A) => Array.from({ length: count }, (_, at) => make(at))
const named = <A>(count: number, make: (at: number) => A) =>
  Object.fromEntries(list(count, (at) => [`m${at}`, make(at)]))
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
const long = "x".repeat(5 * 1024 * 1024)

const read = (text: string) => Effect.runSync(Effect.result(parseMcpConfig(text, "mcp.yaml")))

/** Reads a `mcp.yaml`, edits it and shows it. */
const edit = (text: string) => {
  read(text)
  const url = trustReferences("https://new.example/")
  const after = Effect.runSync(Effect.result(addServers(text, "mcp.yaml", [{ name: "new", draft: { url } }])))
  formatMcpText(Result.isSuccess(after) ? after.success : text)
}

const server = (rest = {}) => ({ command: ["node", "server.js"], ...rest })
const one = (rest: object) => JSON.stringify({ servers: { a: server(rest) } })

const documents: Readonly<Record<string, (count: number) => string>> = {
  servers: (count) => JSON.stringify({ servers: named(count, () => server()) }),
  "wrong servers": (count) => JSON.stringify({ servers: named(count, () => server({ netwrok: "none" })) }),
  "servers with references that are wrong": (count) =>
    JSON.stringify({ servers: named(count, () => ({ command: ["x", "$".concat("{nope}")] })) }),
  "servers of one name": (count) => `servers:\n${list(count, () => "  a: { command: [x] }\n").join("")}`,
  "servers with anchors": (count) => `servers:\n${list(count, (at) => `  a${at}: &x { command: [x] }\n`).join("")}`,
  variables: (count) => one({ env: named(count, () => "x") }),
  words: (count) => JSON.stringify({ servers: { a: { command: list(count, () => "x") } } }),
  files: (count) => one({ files: list(count, (at) => ({ path: `a${at}` })) }),
  tools: (count) => one({ tools: named(count, () => ({ class: "READ" })) }),
  "wrong tools": (count) => one({ tools: named(count, () => ({ clas: "READ" })) }),
  "unknown keys": (count) => one(named(count, () => 1)),
  "keys outside of servers": (count) => JSON.stringify(named(count, () => 1)),
  tokens: (count) => JSON.stringify({ tokens: named(count, (at) => ({ sha256: at.toString(16).padStart(64, "0") })) })
}

it.each(Object.entries(documents))(
  "a mcp.yaml with many %s is read and edited in time that grows with it",
  async (_, make) => {
    expect(await measureGrowth(edit, (length) => make(Math.ceil(length / 40)), 4_000)).toBeLessThanOrEqual(mostGrowth)
  }
)

it("a mcp.yaml is edited in time that grows with the variables of a server, up to ten thousand", async () => {
  const make = (count: number) => one({ env: named(count, () => "x") })
  expect(await measureGrowth(edit, (length) => make(length), 1_250)).toBeLessThanOrEqual(mostGrowth)
})

it.each([
  [`servers: ${deep(200)}`, "nested too deeply"],
  [`servers: { a: { command: [${long}] } }`, "longer than 4 MiB"],
  [`servers: [${"{},".repeat(400_000)}]`, "too long"]
])("a mcp.yaml beyond a limit is refused with it: %#", (text, why) => {
  const result = read(text)
  expect(Result.isFailure(result) && result.failure.message).toContain(why)
})

describe("a client's configuration", () => {
  const home = "/home/ada"

  it("with too many servers is refused", () => {
    for (const [name, text] of [
      ["cursor", JSON.stringify({ mcpServers: named(10_000, () => ({ command: "x" })) })],
      ["codex", list(10_000, (at) => `[mcp_servers.a${at}]\ncommand = "x"\n`).join("")]
    ] as const)
      expect(readClientText(text, getMcpClient(name), home)).toEqual({
        fault: "it has 10000 servers; the limit is 256"
      })
  })

  it.each([
    ["cursor", `{"a": ${deep(201)}}`, /nested too deeply/],
    ["codex", `a = ${deep(1_100)}`, /nested/]
  ] as const)("of %s that is nested too deeply is refused", (name, text, why) => {
    expect(readClientText(text, getMcpClient(name), home)).toEqual({ fault: expect.stringMatching(why) })
  })

  it.each([
    [
      "claude-code",
      (count: number) =>
        JSON.stringify({ mcpServers: { a: { command: "x", args: list(count, () => "$".concat("{A}")) } } })
    ],
    [
      "claude-code",
      (count: number) => JSON.stringify({ mcpServers: { a: { command: "x", env: named(count, () => "x") } } })
    ],
    ["codex", (count: number) => `[mcp_servers.a]\ncommand = "x"\nargs = [${list(count, () => '"x"').join()}]\n`],
    [
      "codex",
      (count: number) =>
        `[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\n${list(count, (at) => `K${at} = "x"\n`).join("")}`
    ]
  ] as const)("of %s with many members is added in time that grows with it (%#)", async (name, make) => {
    const add = (text: string) => {
      const found = readClientText(text, getMcpClient(name), home)
      if ("fault" in found) throw new Error(found.fault)
      for (const { draft } of found.servers)
        if (!("obstacle" in draft)) Effect.runSync(addServers(undefined, "mcp.yaml", [{ name: "a", draft }]))
    }
    expect(await measureGrowth(add, (length) => make(Math.ceil(length / 10)), 4_000)).toBeLessThanOrEqual(mostGrowth)
  })
})
