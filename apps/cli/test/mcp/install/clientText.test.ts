// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { describe, expect, it } from "vitest"
import type { ClientText } from "../../../src/mcp/install/ClientText.ts"
import {
  getClientPath,
  getMcpClient,
  guessClient,
  type McpClientName,
  mcpClients
} from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"
import type { FoundServer } from "../../../src/mcp/install/ServerDraft.ts"

const gate = { command: "/usr/bin/node", args: ["/opt/toolgate.cjs", "mcp", "serve"] }

const read = (name: McpClientName, text: string): ClientText => {
  const found = readClientText(text, getMcpClient(name), "/home/ada")
  if ("fault" in found) throw new Error(found.fault)
  return found
}

const fault = (name: McpClientName, text: string): string => {
  const found = readClientText(text, getMcpClient(name), "/home/ada")
  return "fault" in found ? found.fault : "none"
}

const textOf = (result: { readonly text: string } | { readonly fault: string }): string => {
  if ("fault" in result) throw new Error(result.fault)
  return result.text
}

const names = (servers: ReadonlyArray<Pick<FoundServer, "name">>) => servers.map(({ name }) => name)

/** A server with its draft in plain texts. */
type PlainServer = Pick<FoundServer, "name"> & { readonly draft: object }

const files: Readonly<Record<McpClientName, { readonly text: string; readonly servers: ReadonlyArray<PlainServer> }>> =
  {
    "claude-code": {
      text: `{
    "numStartups": 12,
    "mcpServers": {
        "files": { "type": "stdio", "command": "npx", "args": ["-y", "files-server", "\${HOME_DIR}"], "env": { "KEY": "\${FILES_KEY}" } },
        "old": { "command": "x", "args": ["\${A:-b}"] },
        "docs": { "type": "http", "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } }
    },
    "projects": { "/app": { "mcpServers": {} } }
}
`,
      servers: [
        {
          name: "files",
          draft: { command: ["npx", "-y", "files-server", "${env:HOME_DIR}"], env: { KEY: "${env:FILES_KEY}" } }
        },
        {
          name: "old",
          draft: { command: ["x", "${env:A:-b}"] }
        },
        {
          name: "docs",
          draft: { url: "https://mcp.example.com/mcp", headers: { Authorization: "Bearer ${env:TOKEN}" } }
        }
      ]
    },
    "claude-desktop": {
      text: `{"mcpServers":{"notes":{"command":"/opt/notes","args":["--format=\${literal}"],"env":{"PORT":8080}}},"theme":"dark"}`,
      servers: [{ name: "notes", draft: { command: ["/opt/notes", "--format=$${literal}"], env: { PORT: "8080" } } }]
    },
    cursor: {
      text: `{\r\n\t"mcpServers": {\r\n\t\t"here": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": ["\${workspaceFolder}/server.js"]\r\n\t\t},\r\n\t\t"home": { "command": "node", "args": ["\${userHome}/s.js", "\${env:KEY}"] }\r\n\t}\r\n}\r\n`,
      servers: [
        {
          name: "here",
          draft: {
            obstacle: 'uses "${workspaceFolder}", which the gate does not support; write the value, or ${env:NAME}'
          }
        },
        { name: "home", draft: { command: ["node", "/home/ada/s.js", "${env:KEY}"] } }
      ]
    },
    vscode: {
      text: `{
  // The servers of everybody.
  "servers": {
    "asked": { "type": "stdio", "command": "npx", "args": ["x"], "env": { "KEY": "\${input:key}" } },
    "sse": { "type": "sse", "url": "https://old.example.com/sse" }, // to be replaced
    "plain": { "type": "stdio", "command": "uvx", "args": ["time-server"] },
  },
  "inputs": [{ "id": "key", "type": "promptString", "password": true }], /* the end */
}
`,
      servers: [
        {
          name: "asked",
          draft: {
            obstacle: 'uses "${input:key}", which the client asks its user for; set a variable and write ${env:NAME}'
          }
        },
        {
          name: "sse",
          draft: {
            obstacle: "speaks the older HTTP with server-sent events; use its streamable HTTP address, if it has one"
          }
        },
        { name: "plain", draft: { command: ["uvx", "time-server"] } }
      ]
    },
    codex: {
      text: `# My settings
model = "large" # the good one

[mcp_servers.files]
command = "npx"
args = [
  "-y",
  "files-server", # pinned?
]
env_vars = ["FILES_KEY"]
startup_timeout_sec = 20

[mcp_servers.files.env]
MODE = "\${plain}"

# Off for now.
[mcp_servers."my docs"]
enabled = false
url = "https://mcp.example.com/mcp"

[mcp_servers.http]
url = "https://b.example.com/mcp"
bearer_token_env_var = "B_TOKEN"
http_headers = { X-Team = "core" }
env_http_headers = { X-Key = "B_KEY" }
tool_timeout_sec = 90

# What the user may do.
[profiles.fast]
model = "small"
`,
      servers: [
        {
          name: "files",
          draft: { command: ["npx", "-y", "files-server"], env: { MODE: "$${plain}", FILES_KEY: "${env:FILES_KEY}" } }
        },
        { name: "my docs", draft: { obstacle: "is switched off" } },
        {
          name: "http",
          draft: {
            url: "https://b.example.com/mcp",
            headers: { "X-Team": "core", "X-Key": "${env:B_KEY}", Authorization: "Bearer ${env:B_TOKEN}" },
            timeout: "90000ms"
          }
        }
      ]
    },
    gemini: {
      text: `{
  "theme": "GitHub",
  "mcpServers": {
    "py": { "command": "python3", "args": ["-m", "server"], "env": { "KEY": "$API_KEY", "ALSO": "\${API_KEY}" }, "timeout": 5000, "trust": true },
    "some": { "httpUrl": "https://mcp.example.com/mcp", "includeTools": ["read"] }
  },
  "mcp": { "allowed": ["py"] }
}`,
      servers: [
        {
          name: "py",
          draft: {
            command: ["python3", "-m", "server"],
            env: { KEY: "${env:API_KEY}", ALSO: "${env:API_KEY}" },
            timeout: "5000ms"
          }
        },
        { name: "some", draft: { obstacle: 'has a member "includeTools", which the gate does not support' } }
      ]
    }
  }

describe.each(mcpClients)("the configuration of $title", (client) => {
  const { text, servers } = files[client.name]

  it("is read, with the client's variables as references", () => {
    expect(read(client.name, text).servers).toEqual(servers)
  })

  it("gets the gate in the place of the servers, and nothing else changes", () => {
    const after = textOf(read(client.name, text).withGate(gate, names(servers)))
    expect(read(client.name, after).servers).toEqual([])
    expect(after).toContain("mcp")
    const [kept = ""] = /# My settings|numStartups|theme|The servers of everybody/.exec(text) ?? []
    expect(after).toContain(kept)
    const lines = new Set(text.split(/\r?\n/))
    const added = after.split(/\r?\n/).filter((line) => !lines.has(line))
    if (client.name !== "claude-desktop")
      expect(added.join("\n")).not.toMatch(/model|inputs|numStartups|projects|allowed/)
    expect(after.includes("\r\n")).toBe(text.includes("\r\n"))
  })

  it("keeps the servers that stay", () => {
    const [first, ...rest] = names(servers)
    const after = textOf(read(client.name, text).withGate(gate, [first ?? ""]))
    expect(names(read(client.name, after).servers)).toEqual(rest)
  })

  it("gets its servers back when the gate is removed, and keeps later changes", () => {
    const before = read(client.name, text)
    const after = textOf(before.withGate(gate, names(servers)))
    const changed = client.form === "toml" ? `${after}\n[tui]\nvim = true\n` : after.replace("{", '{ "later": 1,')
    const back = textOf(read(client.name, changed).withoutGate(before, names(servers)))
    expect(read(client.name, back).servers.toSorted(byName)).toEqual(servers.toSorted(byName))
    expect(back).toMatch(/later|vim/)
    expect(back).not.toContain("toolgate")
  })

  it("may be an empty file", () => {
    const after = textOf(read(client.name, "").withGate(gate, []))
    expect(read(client.name, after).servers).toEqual([])
    expect(after).toContain("toolgate")
    const back = textOf(read(client.name, after).withoutGate(undefined, []))
    expect(back).not.toContain("toolgate")
  })

  it("does not change if there is no gate to remove", () => {
    for (const same of [text, client.form === "toml" ? "a = 1\n\n" : '{ "a": 1 }', ""])
      expect(read(client.name, same).withoutGate(undefined, [])).toEqual({ text: same })
  })

  it("is not edited if another program has the gate's name", () => {
    const taken =
      client.form === "toml"
        ? '[mcp_servers.toolgate]\ncommand = "x"\n'
        : `{"${client.member}":{"toolgate":{"command":"x"}}}`
    expect(fault(client.name, taken)).toBe(
      'it has a server "toolgate" that is not this gate; give that server another name'
    )
  })
})

const byName = (one: PlainServer, other: PlainServer) => (one.name < other.name ? -1 : 1)

it.each<[McpClientName, string, string]>([
  ["cursor", "nonsense", "it is not JSON: InvalidSymbol at line 1, column 1"],
  ["cursor", '{\n  "mcpServers": {\n', "it is not JSON: CloseBraceExpected at line 3, column 1"],
  ["cursor", "[]", "it is not a JSON object"],
  ["cursor", '{\r"a": 1,\r\n"a": 2}', 'it has the member "a" twice (line 3, column 1)'],
  ["cursor", '{"mcpServers": []}', 'its member "mcpServers" is not an object (line 1, column 16)'],
  ["cursor", '{"a": 1,\n"a": 2}', 'it has the member "a" twice (line 2, column 1)'],
  ["cursor", '{"mcpServers": {"a": {}, "a": {}}}', 'it has the member "a" twice (line 1, column 26)'],
  [
    "cursor",
    JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`a${at}`, {}])) }),
    "it has 257 servers; the limit is 256"
  ],
  ["cursor", `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`, "it is nested too deeply"],
  ["cursor", `{"a": ${"[".repeat(1_000)}${"]".repeat(1_000)}}`, "it is nested too deeply"],
  ["codex", "a = \n", "it is not TOML: "],
  ["codex", "mcp_servers = 1\n", 'its "mcp_servers" is not a table']
])("of %s that is nonsense is refused with the place: %j", (name, text, why) => {
  expect(fault(name, text)).toContain(why)
})

it.each([
  'mcp_servers = { a = { command = "x" } }\n',
  '[mcp_servers]\na = { command = "x" }\n',
  '[mcp_servers]\na.command = "x"\n',
  'mcp_servers.a.command = "x"\n'
])("in TOML that cannot be edited is refused with the text to add: %j", (text) => {
  const result = read("codex", text).withGate(gate, ["a"])
  expect(result).toEqual({
    fault: expect.stringContaining('change it by hand, and add:\n[mcp_servers.toolgate]\ncommand = "/usr/bin/node"')
  })
})

it("is not edited in TOML if a line in a text looks like a table", () => {
  const text = '[mcp_servers.a]\ncommand = "x"\n\n[notes]\ntext = """\n[mcp_servers.a]\n"""\n'
  expect(read("codex", text).withGate(gate, ["a"])).toHaveProperty("fault")
})

it.each([
  [{ command: 1 }, 'has a member "command" that is not a string'],
  [{ command: "x", args: "y" }, 'has a member "args" that is not a list of strings'],
  [{ command: "x", env: [] }, 'has a member "env" that is not an object'],
  [{ command: "x", cwd: "/srv" }, 'has a member "cwd", which the gate does not support'],
  [{ command: "x", url: "https://a.example/" }, "has both a command and a URL"],
  [{}, "has neither a command nor a URL"],
  [7, "is not an object"],
  [{ command: "x", disabled: true }, "is switched off"]
])("explains why a server cannot be moved: %j", (entry, obstacle) => {
  const { servers } = read("cursor", JSON.stringify({ mcpServers: { a: entry } }))
  expect(servers).toEqual([{ name: "a", draft: { obstacle } }])
})

it.each([
  ['"command": "x", "command": "y"', 'has the member "command" twice (line 1, column 78)'],
  ['"command": "x", "env": { "K": "x", "K": "y" }', 'has the member "K" twice (line 1, column 97)']
])("keeps no other server out for a member that one has twice: %s", (members, obstacle) => {
  const { servers } = read("cursor", `{"mcpServers": {"good": {"url": "https://a.example/"}, "a": {${members}}}}`)
  expect(servers).toEqual([
    { name: "good", draft: { url: "https://a.example/" } },
    { name: "a", draft: { obstacle } }
  ])
})

it.each<[McpClientName, string, string]>([
  ["claude-code", "${env:KEY}", "$${env:KEY}"],
  ["claude-code", "${workspace folder}${KEY}", "$${workspace folder}${env:KEY}"],
  ["claude-code", "${input:key} ${command:date}", "$${input:key} $${command:date}"],
  ["claude-code", "${KEY:-}", "${env:KEY:-}"],
  ["claude-code", "${A:-b}/${C}", "${env:A:-b}/${env:C}"],
  ["gemini", "${env:$KEY}/$KEY", "$${env:$KEY}/${env:KEY}"],
  ["claude-desktop", "${KEY} ${env:KEY}", "$${KEY} $${env:KEY}"],
  ["cursor", "${env:KEY}", "${env:KEY}"],
  ["vscode", "${env:KEY}$KEY", "${env:KEY}$KEY"]
])("in the form of %s has the client's own variables, and no others: %s", (name, text, written) => {
  const member = getMcpClient(name).member
  const { servers } = read(name, JSON.stringify({ [member]: { a: { command: "x", args: [text] } } }))
  expect(servers).toEqual([{ name: "a", draft: { command: ["x", written] } }])
})

it.each<[McpClientName, string, string]>([
  ["cursor", "${KEY}", "write the value, or ${env:NAME}"],
  ["vscode", "${env:A:-b}", "write the value, or ${env:NAME}"],
  ["claude-code", "${A:-b{c}", "has braces or control characters; write ${NAME}"],
  ["claude-code", "$${A}", 'has a "$" directly before a reference']
])("in the form of %s has no variable %s, and the message says what to write", (name, text, why) => {
  const member = getMcpClient(name).member
  const { servers } = read(name, JSON.stringify({ [member]: { a: { command: "x", args: [text] } } }))
  expect(servers).toEqual([{ name: "a", draft: { obstacle: expect.stringContaining(why) } }])
})

it("is read in one pass, even with many unfinished variables", () => {
  const text = "${".repeat(300_000)
  const { servers } = read("claude-code", JSON.stringify({ mcpServers: { a: { command: "x", args: [text] } } }))
  expect(servers).toEqual([{ name: "a", draft: { command: ["x", "$${".repeat(300_000)] } }])
})

const ada = { home: "/home/ada", env: {}, platform: "linux" } as const

it("is found at the client's usual location", () => {
  expect(mcpClients.map((client) => getClientPath(client, ada))).toEqual([
    "/home/ada/.claude.json",
    "/home/ada/.config/Claude/claude_desktop_config.json",
    "/home/ada/.cursor/mcp.json",
    "/home/ada/.config/Code/User/mcp.json",
    "/home/ada/.codex/config.toml",
    "/home/ada/.gemini/settings.json"
  ])
})

it("is found at the location of a variable, if that is an absolute path", () => {
  const env = {
    CLAUDE_CONFIG_DIR: "/srv/claude",
    CODEX_HOME: "/srv/codex",
    GEMINI_CLI_HOME: "/srv/gemini",
    XDG_CONFIG_HOME: "/srv/config"
  }
  expect(mcpClients.map((client) => getClientPath(client, { ...ada, env }))).toEqual([
    "/srv/claude/.claude.json",
    "/srv/config/Claude/claude_desktop_config.json",
    "/home/ada/.cursor/mcp.json",
    "/srv/config/Code/User/mcp.json",
    "/srv/codex/config.toml",
    "/srv/gemini/.gemini/settings.json"
  ])
  const relative = { CODEX_HOME: "codex", XDG_CONFIG_HOME: "" }
  expect(mcpClients.map((client) => getClientPath(client, { ...ada, env: relative }))).toEqual(
    mcpClients.map((client) => getClientPath(client, ada))
  )
})

it("is known by the file's name, and otherwise by its member", () => {
  const of = (path: string, text = "") => guessClient(path, text).name
  expect(of("/a/.mcp.json", '{"mcpServers": {}}')).toBe("claude-code")
  expect(of("/a/.vscode/mcp.json", '{"servers": {}}')).toBe("vscode")
  expect(of("/a/.cursor/mcp.json", '{"mcpServers": {}}')).toBe("cursor")
  expect(of("/a/config.toml")).toBe("codex")
  expect(of("C:\\x\\claude_desktop_config.json")).toBe("claude-desktop")
  expect(of("/a/.gemini/settings.json")).toBe("gemini")
})
