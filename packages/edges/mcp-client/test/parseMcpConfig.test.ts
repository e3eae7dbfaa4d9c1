// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseMcpConfig } from "../src/index.ts"

const read = (text: string) => Effect.runPromise(parseMcpConfig(text, "mcp.yaml", { home: "/home/ada" }))

const faults = async (text: string) => {
  const result = await Effect.runPromise(Effect.result(parseMcpConfig(text, "mcp.yaml", { home: "/home/ada" })))
  const problems = Result.isFailure(result)
    ? result.failure.problems
    : result.success.leftOut.flatMap(({ problems }) => problems)
  return problems.map(({ source, message }) => `${source}: ${message}`)
}

describe("a mcp.yaml", () => {
  it("is parsed with every field", async () => {
    const text = `
approvals: elicit
pins: strict
servers:
  files:
    command: [node, server.js, "\${env:ROOT}"]
    env: { TOKEN: "\${file:~/token}" }
    files: [{ path: ., mode: rw }, { path: ~/data }]
    network: any
    limits: { memory: 512MiB, processes: 32, cpu_time: unlimited }
    timeout: 90s
    allow: [elicitation, roots]
    allowed_callers: [direct, chain]
    tools:
      read_file:
        class: READ
        risk: LOW
        allowed_callers: [chain]
        destructive: false
        resources:
          - { kind: file, arg: path, mode: r }
          - { kind: file, arg: /options/out, mode: w, within: host }
          - { kind: url, arg: from, fallback: "https://example.com" }
  docs:
    url: https://mcp.example.com/mcp
    headers: { Authorization: "Bearer \${command:pass show docs}" }
  tickets:
    url: https://tickets.example.com/mcp
    auth: { client_id: "8f14", client_secret: "\${env:SECRET}", issuer: "https://login.example.com", scopes: [read, "a:b"] }
  local: { command: [uvx, notes], unconfined: true }
tokens:
  ada: { sha256: ${"a".repeat(64)}, approvals: url }
`
    expect(await read(text)).toEqual({
      approvals: "elicit",
      pins: "strict",
      servers: new Map<string, unknown>([
        [
          "files",
          {
            name: "files",
            source: {
              kind: "stdio",
              command: ["node", "server.js", "${env:ROOT}"],
              env: { TOKEN: "${file:~/token}" },
              files: [
                { path: ".", mode: "rw" },
                { path: "/home/ada/data", mode: "r" }
              ],
              network: "any",
              limits: { memoryBytes: 2 ** 29, processes: 32, cpuMs: "unlimited" },
              unconfined: false
            },
            tools: new Map([
              [
                "read_file",
                {
                  class: "READ",
                  risk: "LOW",
                  destructive: false,
                  resources: [
                    { kind: "file", arg: "/path", mode: "r", within: "workspace" },
                    { kind: "file", arg: "/options/out", mode: "w", within: "host" },
                    { kind: "url", arg: "/from", fallback: "https://example.com" }
                  ],
                  callers: ["chain"]
                }
              ]
            ]),
            timeoutMs: 90_000,
            allow: ["elicitation", "roots"],
            callers: ["direct", "chain"]
          }
        ],
        [
          "docs",
          {
            name: "docs",
            source: {
              kind: "http",
              url: "https://mcp.example.com/mcp",
              headers: { Authorization: "Bearer ${command:pass show docs}" }
            },
            tools: new Map(),
            allow: []
          }
        ],
        [
          "tickets",
          {
            name: "tickets",
            source: {
              kind: "http",
              url: "https://tickets.example.com/mcp",
              headers: {},
              auth: {
                clientId: "8f14",
                clientSecret: "${env:SECRET}",
                issuer: "https://login.example.com",
                scopes: ["read", "a:b"]
              }
            },
            tools: new Map(),
            allow: []
          }
        ],
        [
          "local",
          {
            name: "local",
            source: {
              kind: "stdio",
              command: ["uvx", "notes"],
              env: {},
              files: [],
              network: "none",
              limits: {},
              unconfined: true
            },
            tools: new Map(),
            allow: []
          }
        ]
      ]),
      tokens: new Map([["ada", { sha256: "a".repeat(64), approvals: "url" }]]),
      leftOut: []
    })
  })

  it("defers approvals and pins definitions at first sight by default", async () => {
    expect(await read("servers: {}")).toEqual({
      approvals: "defer",
      pins: "first",
      servers: new Map(),
      tokens: new Map(),
      leftOut: []
    })
  })

  it.each([
    ["servers: { a: { comand: [x] } }", 'mcp.yaml:1:17: unknown key "comand" in a server; did you mean "command"?'],
    [
      "servers: { a: { command: npx } }",
      'mcp.yaml:1:26: "command" must be a list of words, the program first, not "npx"; write ["npx"]'
    ],
    ["servers: { a: { command: [] } }", 'mcp.yaml:1:12: "command" must begin with a program'],
    ["servers: { a: {} }", 'mcp.yaml:1:12: a server needs either the key "command" or the key "url"'],
    [
      "servers: { a: { command: [x], url: https://a.b } }",
      'mcp.yaml:1:12: a server needs either the key "command" or the key "url"'
    ],
    [
      "servers: { A_b: { command: [x] } }",
      'mcp.yaml:1:12: "A_b" is not a valid name for a server: use 1 to 32 lower-case letters, digits and "-", not "-" first'
    ],
    [
      "servers: { a: { command: [x], network: [a.example] } }",
      'mcp.yaml:1:40: "network" does not take hosts yet; write none, or any if the server needs the network'
    ],
    [
      "servers: { a: { command: [x], network: some } }",
      'mcp.yaml:1:40: unknown kind of network "some"; there are none and any'
    ],
    [
      "servers: { a: { command: [x], unconfined: true, network: any } }",
      'mcp.yaml:1:12: "files" and "network" hold for a confined program only; remove them, or "unconfined"'
    ],
    [
      "servers: { a: { url: https://a.b/, env: {} } }",
      'mcp.yaml:1:12: the key "env" is for a server with a command, and this one has a url'
    ],
    [
      "servers: { a: { command: [x], auth: { scopes: [a] } } }",
      'mcp.yaml:1:12: the key "auth" is for a server with a url, and this one has a command'
    ],
    [
      "servers: { a: { url: https://a.b/, headers: { authorization: x }, auth: { scopes: [a] } } }",
      'mcp.yaml:1:12: a server has either the key "auth" or the header "Authorization"'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { client_id: x, client_secret: y } } }",
      'mcp.yaml:1:36: a secret or key needs the "issuer", the one authorization server that it is for'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { grant: client_credentials, client_id: x, issuer: https://c.d } } }",
      'mcp.yaml:1:36: the grant client_credentials needs either "client_secret" or "private_key"'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { client_id: x, private_key: y, issuer: https://c.d } } }",
      'mcp.yaml:1:36: "private_key" is for the grant client_credentials; write it, or leave the key out'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { client_secret: y, issuer: https://c.d } } }",
      'mcp.yaml:1:36: a secret or key needs the "client_id" that it belongs to'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { issuer: 'https://c.d/?x' } } }",
      'mcp.yaml:1:52: "issuer" must be the URL of an authorization server, without a query'
    ],
    [
      "servers: { a: { url: https://a.b/, auth: { scopes: [a b] } } }",
      "mcp.yaml:1:53: a scope has 1 to 200 ASCII characters, without spaces, quotes and backslashes"
    ],
    [
      "servers: { a: { url: https://me:secret@a.b/ } }",
      'mcp.yaml:1:22: the URL holds credentials; give them under "headers", by a reference'
    ],
    [
      "servers: { a: { url: 'https://${env:HOST}/x' } }",
      "mcp.yaml:1:22: the URL must have its host written out, with a slash, before the first reference"
    ],
    [
      "servers: { a: { command: [x, '${TOKEN}'] } }",
      'mcp.yaml:1:30: the reference that begins with "${TOKEN}" is invalid: write ${env:NAME}, ${file:PATH}, ${command:WORDS}, or "$${" for the characters themselves'
    ],
    [
      "servers: { a: { command: [x], files: [{ path: ../up }] } }",
      'mcp.yaml:1:47: the path "../up" is not in the workspace: leave out "..", "*" and control characters, or begin it with "/" or "~/"'
    ],
    [
      "servers: { a: { command: [x], tools: { t: { resources: [{ kind: file, arg: p }] } } } }",
      'mcp.yaml:1:57: a resource of the kind "file" needs the key "mode"'
    ],
    [
      "servers: { a: { command: [x], tools: { t: { resources: [{ kind: url, arg: p, mode: r }] } } } }",
      'mcp.yaml:1:57: the key "mode" is for a resource of the kind "file", and this one is "url"'
    ],
    [
      "servers: { a: { command: [x], tools: { t: { resources: [{ kind: argv, arg: /words/* }] } } } }",
      'mcp.yaml:1:57: a resource of the kind "argv" cannot be a list; only files and URLs can'
    ],
    ["approvals: ask", 'mcp.yaml:1:12: unknown way to ask "ask"; there are defer, elicit and url'],
    [
      `tokens: { a: { sha256: ${"b".repeat(64)} }, c: { sha256: ${"b".repeat(64)} } }`,
      "mcp.yaml:1:1: two principals have the same token"
    ],
    [
      "tokens: { a: { sha256: secret-token } }",
      'mcp.yaml:1:24: "sha256" must be the SHA-256 digest of the token, in 64 lower-case hexadecimal digits'
    ],
    ["servers: {a: 1", "mcp.yaml:1:15: "]
  ])("is refused with line and column: %s", async (text, fault) => {
    expect((await faults(text))[0]).toContain(fault)
  })

  it.each([
    ["a key that is misspelt", "bad: { command: [x], filez: [] }"],
    ["a tool that is misspelt", "bad: { command: [x], tools: { t: { clas: READ } } }"],
    ["a member that is given twice", "bad: { command: [x], network: none, network: any }"],
    ["an anchor", "bad: &x { command: [x] }"],
    ["an alias", "bad: *x"],
    ["a merge key", "bad: { <<: { network: any }, command: [x] }"],
    ["a tag", "bad: !!map { command: [x] }"],
    ["a name that no server can have", "Bad_1: { command: [x] }"],
    ["nothing", "bad:"],
    ["a list in its place", "bad: [x]"],
    ["two of one name", "bad: { command: [x] }\n  good: { command: [y] }\n  bad: { command: [z], unconfined: true }"]
  ])("leaves a server out for %s, and keeps the others", async (_, bad) => {
    const { servers, leftOut } = await read(
      `servers:\n  first: { command: [a] }\n  ${bad}\n  last:\n    command: [b]\npins: strict\n`
    )
    expect([...servers.keys()].filter((name) => name !== "good")).toEqual(["first", "last"])
    expect(leftOut).toEqual([expect.objectContaining({ what: "server", name: expect.stringMatching(/^bad$|^Bad_1$/) })])
    expect(leftOut[0]?.problems[0]?.source).toMatch(/^mcp\.yaml:[3-5]:/)
  })

  it.each([
    "servers: { a: { command: [x] } }\npin: strict\n",
    "servers: { a: { command: [x] } }\npins: stict\n",
    "servers: { a: { command: [x] } }\nservers: {}\n",
    "servers: [a]\n",
    "servers:\n  a: { command: [x] }\n b: {}\n",
    `servers: { a: { command: [x] } }\n---\nservers: {}\n`,
    `servers:\n${"  b: { command: [x] }\n".repeat(1100)}`
  ])("is refused as a whole for a fault outside the entries: %j", async (text) => {
    const result = await Effect.runPromise(Effect.result(parseMcpConfig(text, "mcp.yaml")))
    expect(Result.isFailure(result)).toBe(true)
  })

  it("leaves out the whole entry if any part of it has a problem", async () => {
    const good = (name: string) => `${name}: { command: [${name}], network: none }`
    const wrong = fc.constantFrom(
      "netwrok: none",
      "network: non",
      "network: none, network: any",
      "env: &a {}",
      "files: 1"
    )
    const entries = fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), bad: fc.option(wrong, { freq: 2, nil: undefined }) }),
      { selector: ({ name }) => name, maxLength: 12 }
    )
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const lines = all.map(({ name, bad }) => (bad === undefined ? good(name) : `${name}: { command: [x], ${bad} }`))
        const { servers, leftOut } = await read(
          `servers:${lines.length === 0 ? " {}" : ""}\n${lines.map((line) => `  ${line}\n`).join("")}`
        )
        const isBad = ({ bad }: { readonly bad: string | undefined }) => bad !== undefined
        expect([...servers.keys()]).toEqual(all.filter((one) => !isBad(one)).map(({ name }) => name))
        expect(leftOut.map(({ name }) => name)).toEqual(all.filter(isBad).map(({ name }) => name))
      }),
      runs(100)
    )
  })
})
