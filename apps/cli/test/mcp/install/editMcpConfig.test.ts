import { trustReferences } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { addOverlays, addServers, removeServer } from "../../../src/mcp/install/editMcpConfig.ts"

const run = Effect.runPromise

it("creates a file with each list on one line", async () => {
  const draft = {
    command: ["node", "/opt/a b/server.js"].map(trustReferences),
    files: [{ path: "/opt", mode: "r" as const }],
    env: { KEY: trustReferences("yes") }
  }
  expect(await run(addServers(undefined, "mcp.yaml", [{ name: "files", draft, note: "files-server@1.2.3" }], {}))).toBe(
    `# The MCP servers behind the gate. See "toolgate mcp add --help".
servers:
  files:
    # files-server@1.2.3
    command: [ node, /opt/a b/server.js ]
    files:
      - { path: /opt, mode: r }
    env:
      KEY: yes
`
  )
})

const text = `# Ours.
approvals: elicit   # people sit here

servers:
  # The notes of the team.
  notes:
    command: ["notes", '--all']
    unconfined: true # see the wiki

pins: strict
`

it("keeps comments, order and quotes of a file, and removes a server without a trace", async () => {
  const after = await run(
    addServers(text, "mcp.yaml", [{ name: "docs", draft: { url: trustReferences("https://a.example/mcp") } }], {})
  )
  for (const comment of ["# Ours.", "# people sit here", "# The notes of the team.", "# see the wiki", "'--all'"])
    expect(after).toContain(comment)
  expect(after).toContain("  docs:\n    url: https://a.example/mcp\n")
  const normal = await run(addServers(text, "mcp.yaml", [], {}))
  expect(await run(removeServer(after, "mcp.yaml", "docs", {}))).toBe(normal)
})

it("leaves an empty list of servers when the last one goes", async () => {
  const after = await run(removeServer(text, "mcp.yaml", "notes", {}))
  expect(after).toContain("servers: {}")
  expect(
    await run(addServers(after, "mcp.yaml", [{ name: "a", draft: { url: trustReferences("https://a.example/") } }], {}))
  ).toContain("servers:\n  a:\n")
})

it.each([
  ["servers: [", "mcp.yaml:1:"],
  ["servers: {}\npin: strict", "mcp.yaml:2:1: unknown key"],
  ["servers:\n  a: &x { command: [y] }\n  b: *x\n", "cannot be edited"]
])("does not edit a file that is not valid: %s", async (bad, place) => {
  const { message } = await run(Effect.flip(addServers(bad, "mcp.yaml", [], {})))
  expect(message).toContain(place)
})

it.each([
  ["Bad Name", { url: trustReferences("https://a.example/") }, "is not a valid name for a server"],
  ["a", { url: trustReferences("ftp://a.example/") }, "the URL is neither an http nor an https URL"],
  ["a", { command: ["x", `\${nope}`].map(trustReferences) }, "is invalid"]
])("does not write what could not be read: %s %j", async (name, draft, why) => {
  const { message } = await run(Effect.flip(addServers(text, "mcp.yaml", [{ name, draft }], {})))
  expect(message).toContain(why)
})

it("edits other servers beside an invalid one, and leaves its text unchanged", async () => {
  const bad = "servers:\n  a: { comand: [x] } # to correct\n  b: { command: [y] }\n"
  const url = trustReferences("https://c.example/")
  const after = await run(addServers(bad, "mcp.yaml", [{ name: "c", draft: { url } }], {}))
  expect(after).toContain("a: { comand: [ x ] } # to correct")
  expect(after).toContain("c:\n    url: https://c.example/")
  expect(await run(removeServer(after, "mcp.yaml", "a", {}))).not.toContain("comand")
})

it("keeps two servers with the same name, and removes neither alone", async () => {
  const twice = "servers:\n  a: { command: [x] }\n  a: { command: [y] }\n  b: { command: [z] }\n"
  const after = await run(removeServer(twice, "mcp.yaml", "b", {}))
  expect(after).toContain("a: { command: [ x ] }\n  a: { command: [ y ] }")
  const { message } = await run(Effect.flip(removeServer(twice, "mcp.yaml", "a", {})))
  expect(message).toContain("cannot be edited")
})

const draft = { class: "READ", resources: [{ kind: "file", arg: "path", mode: "r" }], notes: ["A note."] } as const

it.each([
  ["without tools", `${text}`, "    unconfined: true # see the wiki\n    tools:\n      # A note.\n      a:\n"],
  ["in one line", "servers: { notes: { command: [x] } } # all\n", "    tools:\n      # A note.\n      a:\n"],
  [
    "with other tools",
    "servers:\n  notes:\n    command: [x]\n    tools: { b: { risk: LOW } } # b\n",
    "{ risk: LOW }\n"
  ],
  ["with lines that end as on Windows", "servers:\r\n  notes:\r\n    command: [x]\r\n", "\r\n      a:\r\n"]
])("puts overlays into an entry %s", async (_, before, expected) => {
  const after = await run(addOverlays(before, "mcp.yaml", "notes", [{ tool: "a", ...draft }], {}))
  expect(after).toContain(expected)
  expect(after.replaceAll("\r", "")).toContain(
    "        class: READ\n        resources:\n          - { kind: file, arg: path, mode: r }\n"
  )
  for (const comment of before.match(/#.*/g) ?? []) expect(after).toContain(comment)
})

it("keeps an existing overlay, and the whole text if nothing is new", async () => {
  const normal = await run(addServers("servers: { notes: { command: [x], tools: { a: {} } } }", "mcp.yaml", [], {}))
  const after = await run(addOverlays(normal, "mcp.yaml", "notes", [{ tool: "a", ...draft }], {}))
  expect(after).toContain("a: {}")
  expect(after).not.toContain("READ")
})
