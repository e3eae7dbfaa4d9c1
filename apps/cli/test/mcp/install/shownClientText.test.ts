import { describe, expect, it } from "vitest"
import { getMcpClient } from "../../../src/mcp/install/McpClient.ts"
import { formatClientText } from "../../../src/mcp/install/shown/formatClientText.ts"
import { formatMcpText } from "../../../src/mcp/install/shown/formatMcpText.ts"

describe("a configuration as it is printed", () => {
  it("in JSON shows each server and how it is reached, and no other value", () => {
    const text = `\ufeff// Mine.
{ "oauth": { "t": "secret", "n": [4711, "secret"], "on": true },
  "mcpServers": {
    "a": { "command": "node", "args": ["a.js", 1], "env": { "PIN": "4711", "K": "\${env:K}", "L": "x\${K}" }, "disabled": true },
    "b": { "url": "https://b.example/", "headers": { "X": "secret" } },
    "c": "secret",
    "toolgate": { "command": "toolgate", "args": ["mcp", "serve"], "env": { "X": 7 } },
  } }`
    expect(formatClientText(text, getMcpClient("claude-code"))).toBe(`\ufeff// Mine.
{ "oauth": { "t": "…", "n": ["…", "…"], "on": true },
  "mcpServers": {
    "a": { "command": "node", "args": ["a.js", 1], "env": { "PIN": "…", "K": "\${env:K}", "L": "…" }, "disabled": true },
    "b": { "url": "https://b.example/", "headers": { "X": "…" } },
    "c": "…",
    "toolgate": { "command": "toolgate", "args": ["mcp", "serve"], "env": { "X": "…" } },
  } }`)
  })

  it("in TOML has the same", () => {
    const text = `key = "secret" # mine
text = """
secret
"""
[mcp_servers.a] # the first
command = "node"
args = [
  "a.js",
]
env = { K = "secret" }
[mcp_servers.a.env]
K = "secret"
command = "secret"
[mcp_servers."b c"]
url = "https://b.example/"
[other]
command = "secret"
list = [
  ["secret"],
]
`
    expect(formatClientText(text, getMcpClient("codex"))).toBe(`key = "…"
text = "…"
…
…
[mcp_servers.a] # the first
command = "node"
args = [
  "a.js",
]
env = "…"
[mcp_servers.a.env]
K = "…"
command = "…"
[mcp_servers."b c"]
url = "https://b.example/"
[other]
command = "…"
list = "…"
  …
…
`)
  })

  it("in a mcp.yaml shows variables and headers only as references", () => {
    const text = `# Mine.
servers:
  a:
    command: [node, a.js]
    env: { PIN: 4711, K: "\${env:K}" }
  b:
    url: https://b.example/
    headers:
      X: |
        secret
        too
      Y: 'secret' # mine
`
    expect(formatMcpText(text)).toBe(`# Mine.
servers:
  a:
    command: [node, a.js]
    env: { PIN: "…", K: "\${env:K}" }
  b:
    url: https://b.example/
    headers:
      X: "…"
      Y: "…" # mine
`)
  })
})
