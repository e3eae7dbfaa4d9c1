import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { withoutServer, withServers } from "../src/install.ts"

const run = Effect.runPromise

it("begins a file, with its lists in one line each", async () => {
  const draft = {
    command: ["node", "/opt/a b/server.js"],
    files: [{ path: "/opt", mode: "r" as const }],
    env: { KEY: "yes" }
  }
  expect(
    await run(withServers(undefined, "mcp.yaml", [{ name: "files", draft, note: "files-server@1.2.3" }], {}))
  ).toBe(
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

it("keeps comments, order and quotes of a file, and takes a server out as it was put in", async () => {
  const after = await run(
    withServers(text, "mcp.yaml", [{ name: "docs", draft: { url: "https://a.example/mcp" } }], {})
  )
  for (const comment of ["# Ours.", "# people sit here", "# The notes of the team.", "# see the wiki", "'--all'"])
    expect(after).toContain(comment)
  expect(after).toContain("  docs:\n    url: https://a.example/mcp\n")
  const normal = await run(withServers(text, "mcp.yaml", [], {}))
  expect(await run(withoutServer(after, "mcp.yaml", "docs", {}))).toBe(normal)
})

it("leaves an empty list of servers when the last one goes", async () => {
  const after = await run(withoutServer(text, "mcp.yaml", "notes", {}))
  expect(after).toContain("servers: {}")
  expect(
    await run(withServers(after, "mcp.yaml", [{ name: "a", draft: { url: "https://a.example/" } }], {}))
  ).toContain("servers:\n  a:\n")
})

it.each([
  ["servers: [", "mcp.yaml:1:"],
  ["servers: { a: { comand: [x] } }", "mcp.yaml:1:17: unknown key"]
])("does not edit a file that is not valid: %s", async (bad, place) => {
  const { message } = await run(Effect.flip(withServers(bad, "mcp.yaml", [], {})))
  expect(message).toContain(place)
})

it.each([
  ["Bad Name", { url: "https://a.example/" }, "is not a valid name for a server"],
  ["a", { url: "ftp://a.example/" }, "the URL is not one of http or https"],
  ["a", { command: ["x", `\${nope}`] }, "is invalid"]
])("does not write what could not be read: %s %j", async (name, draft, why) => {
  const { message } = await run(Effect.flip(withServers(text, "mcp.yaml", [{ name, draft }], {})))
  expect(message).toContain(why)
})
