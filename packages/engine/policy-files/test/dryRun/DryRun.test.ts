import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { isFaulty } from "../../src/index.ts"
import { answersOf, configsOf, dryRunOf, shortly } from "./dry.ts"

const policy = `version: 1
rules:
  deny: ["shell(rm -rf:*)", "read_file(**/.env)"]
  ask: ["shell(git push:*)"]
  allow: ["shell(git status:*)"]
quotas: { Echo: { per_session: 0 } }
`

const call = (tool: string, args: object, more: object = {}) => JSON.stringify({ tool, args, ...more })
const short = async (...requests: ReadonlyArray<string>) => (await answersOf([policy], ...requests)).map(shortly)

describe("a dry run", () => {
  it("judges by the resources of the arguments", async () => {
    expect(
      await short(
        call("read_file", { path: "src/../.env" }),
        call("read_file", { path: "src/a" }),
        call("shell", { command: "git status && rm -fr x" }),
        call("shell", { command: "git status" }),
        call("shell", { command: "git push" }),
        call("write_file", { path: "a", content: "" })
      )
    ).toEqual([
      'deny by rules "deny read_file(**/.env)" at 1.yaml:3:29',
      'allow by confirmation "default READ: auto" at the defaults',
      'deny by rules "deny shell(rm -rf:*)" at 1.yaml:3:10',
      'allow by rules "allow shell(git status:*)" at 1.yaml:5:11',
      'ask by rules "ask shell(git push:*)" at 1.yaml:4:9',
      'ask by confirmation "default WRITE: prompt" at the defaults'
    ])
  })

  it("reports the grant of an allowed or asked call, and none for a denial", async () => {
    const [asked, denied] = await answersOf(
      [policy],
      call("write_file", { path: "a", content: "" }),
      call("read_file", { path: ".env" })
    )
    expect(asked).toMatchObject({
      grant: {
        sandbox: "host",
        limits: { wallMs: "unlimited", outputBytes: 16 * 1024 * 1024 },
        access: { files: [{ path: "/nowhere/project/a", mode: "w", scope: "exact" }], hosts: [] }
      }
    })
    expect(denied).toMatchObject({ grant: undefined })
  })

  it("takes the caller and the workspace from the context", async () => {
    const roles = `version: 1
layers: { roles: { reader: { allow: [read_file] } }, tasks: { look: { read_only: true } } }
tool_confirmation: { default: { WRITE: auto }, per_session: { careful: { READ: prompt } } }
`
    const read = { path: "a" }
    const answers = await answersOf(
      [roles],
      call("read_file", read),
      call("read_file", read, { context: { role: "reader", session: "careful" } }),
      call("read_file", read, { context: { role: "reader", task: "look", agent: "x", workspace: "/srv/../srv/w" } }),
      call("read_file", read, { context: { role: "writer" } })
    )
    expect(answers.map(shortly)).toEqual([
      'deny by role "roles: reader" at 1.yaml:2:20',
      'ask by confirmation "per_session careful READ: prompt" at 1.yaml:3:74',
      'allow by confirmation "default READ: auto" at the defaults',
      'deny by role "roles: reader" at 1.yaml:2:20'
    ])
    expect(answers[2]).toMatchObject({ request: { resources: [{ path: "/srv/w/a" }] } })
  })

  it("applies the context's own restrictions", async () => {
    const write = { path: "a", content: "" }
    expect(
      await short(
        call("write_file", write, { context: { read_only: true } }),
        call("shell", { command: "ls" }, { context: { no_web: true } }),
        call("read_file", { path: "a" }, { context: { read_only: true, no_web: true } })
      )
    ).toEqual([
      'deny by delegation "read_only" at default',
      'deny by delegation "no_web" at default',
      'allow by confirmation "default READ: auto" at the defaults'
    ])
  })

  it("denies by a quota of 0, and never counts", async () => {
    const minute = `version: 1
quotas: { Echo: { per_minute: 1 }, read_file: { per_agent: 0 } }
`
    const echo = call("Echo", { text: "a" })
    const answers = await answersOf([minute], echo, echo, call("read_file", { path: "a" }))
    expect(answers.map(shortly)).toEqual([
      'allow by confirmation "default NONE: auto" at the defaults',
      'allow by confirmation "default NONE: auto" at the defaults',
      'deny by quotas "per_agent: 0" at 1.yaml:2:36'
    ])
  })

  it("combines several files", async () => {
    const answers = await answersOf(
      ["version: 1\nrules: { allow: [write_file] }\n", 'version: 1\nrules: { ask: ["write_file(etc/**)"] }\n'],
      call("write_file", { path: "a", content: "" }),
      call("write_file", { path: "etc/a", content: "" })
    )
    expect(answers.map(shortly)).toEqual([
      'allow by rules "allow write_file" at 1.yaml:2:18',
      'ask by rules "ask write_file(etc/**)" at 2.yaml:2:16'
    ])
  })
})

describe("a tool that the request defines", () => {
  const fetch = (definition: object, args: object = { url: "https://a.example.org/x" }) =>
    call("http_get", args, { definition: { side_effects: "NETWORK", ...definition } })
  const web = `version: 1
rules: { deny: ["http_get(domain:**.example.org)"], allow: ["http_get(domain:example.com:443)"] }
`

  it("is judged by its declarations", async () => {
    const answers = await answersOf(
      [web],
      fetch({ resources: [{ kind: "url", arg: "/url" }] }),
      fetch({ resources: [{ kind: "url", arg: "/url" }] }, { url: "https://example.com" }),
      fetch({}),
      fetch({ risk: "CRITICAL", resources: [{ kind: "url", arg: "/url" }] }, { url: "https://example.com" })
    )
    expect(answers.map(shortly)).toEqual([
      'deny by rules "deny http_get(domain:**.example.org)" at 1.yaml:2:17',
      'allow by rules "allow http_get(domain:example.com:443)" at 1.yaml:2:61',
      'deny by policy "tools" at 1.yaml:2:17: The policy cannot be used with this tool: the pattern of the rule "http_get(domain:**.example.org)" is about hosts, and tool "http_get" declares neither a URL nor a host.',
      'ask by confirmation "default NETWORK: prompt" at the defaults'
    ])
  })

  it("is judged by its fixed commands and hosts", async () => {
    const rules = `version: 1
rules: { deny: ["fetch(domain:api.example.org)", "lint(ruff check -- secret)"], allow: ["lint(ruff:*)", "fetch(domain:example.org)"] }
`
    const lint = (path: string) =>
      call(
        "lint",
        { path },
        {
          definition: {
            side_effects: "EXECUTE",
            resources: [{ kind: "command", argv: ["ruff", "check", "--", "{path}"] }]
          }
        }
      )
    const reach = (resource: object) =>
      call("fetch", {}, { definition: { side_effects: "READ", resources: [{ kind: "host", ...resource }] } })
    const answers = await answersOf(
      [rules],
      lint("secret"),
      lint("src"),
      lint("a\0b"),
      reach({ host: "api.example.org", port: 443 }),
      reach({ host: "example.org", port: 443 }),
      reach({ host: "Example.org", port: 443 }),
      reach({ host: "example.org" })
    )
    expect(answers.map(shortly)).toEqual([
      'deny by rules "deny lint(ruff check -- secret)" at 1.yaml:2:50',
      'allow by rules "allow lint(ruff:*)" at 1.yaml:2:89',
      expect.stringMatching(/^deny by resources .*"path" contains a NUL/),
      'deny by rules "deny fetch(domain:api.example.org)" at 1.yaml:2:17',
      'allow by confirmation "default READ: auto" at the defaults',
      expect.stringContaining('the host "Example.org" must be written as in a URL'),
      expect.stringContaining("the port of a host must be a number")
    ])
    expect(answers[1]).toMatchObject({
      request: { resources: [{ kind: "command", argv: ["ruff", "check", "--", "src"] }] }
    })
  })

  it("exists only for its own request, and can be defined differently by another", async () => {
    const answers = await answersOf(
      ["version: 1\n"],
      call("mine", { a: 1 }, { definition: { side_effects: "NONE" } }),
      call("mine", { a: 1 }),
      call("mine", { a: 1 }, { definition: { side_effects: "WRITE", aliases: ["other"] } }),
      call("other", { a: 1 })
    )
    expect(answers.map((answer) => shortly(answer).replace(/ Available.*/, ""))).toEqual([
      'allow by confirmation "default NONE: auto" at the defaults',
      'deny by registry "tool "mine"" at in:2: Tool "mine" not found.',
      'ask by confirmation "default WRITE: prompt" at the defaults',
      'deny by registry "tool "other"" at in:4: Tool "other" not found.'
    ])
  })

  it("lets rules that name it apply to its resources", async () => {
    const definition = { side_effects: "READ", resources: [{ kind: "file", arg: "/file" }] }
    const answers = await answersOf(
      ['version: 1\nrules: { deny: ["peek(**/key)"] }\n'],
      call("peek", { file: "a/key" }, { definition }),
      call("peek", { file: "a/lock" }, { definition })
    )
    expect(answers.map(shortly)).toEqual([
      'deny by rules "deny peek(**/key)" at 1.yaml:2:17',
      'allow by confirmation "default READ: auto" at the defaults'
    ])
    expect(answers[1]).toMatchObject({ request: { resources: [{ mode: "r" }] } })
  })

  it("checks arguments by its own schema, and accepts any object without a schema", async () => {
    const parameters = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] }
    const definition = { side_effects: "NONE", parameters }
    const [good, bad] = await answersOf(
      ["version: 1\n"],
      call("count", { n: 1 }, { definition }),
      call("count", { n: "1" }, { definition })
    )
    expect(good).toMatchObject({ verdict: { decision: "allow" } })
    expect(bad && shortly(bad)).toBe(
      'deny by arguments "schema of count" at in:2: Arguments of "count" are invalid: at "/n" a whole number is expected.'
    )
  })

  it("is refused if it is invalid, has a known name, or makes the policy invalid", async () => {
    const rule = 'version: 1\nrules: { allow: ["fetch(src/**)"] }\n'
    const answers = await answersOf(
      [rule],
      call("read_file", {}, { definition: { side_effects: "READ" } }),
      call("mine", {}, { definition: { side_effects: "NONE", aliases: ["run_shell"] } }),
      call("mine", {}, { definition: { side_effects: "READ", effects: ["local_exec"] } }),
      call("mine", {}, { definition: { side_effects: "READ", resources: [{ kind: "url", arg: "url" }] } }),
      call(
        "fetch",
        { url: "http://a" },
        { definition: { side_effects: "READ", resources: [{ kind: "url", arg: "/url" }] } }
      )
    )
    expect(answers.map(shortly)).toEqual([
      'deny by registry "definition" at in:1: Tool "read_file" is known by its own definition; leave "definition" out, or give the tool another name.',
      expect.stringContaining('the name "run_shell" is taken by the tool "shell"'),
      expect.stringContaining('the effect "local_exec" needs at least the class EXECUTE'),
      expect.stringContaining('must be a JSON pointer to an argument, such as "/path"'),
      expect.stringMatching(/^deny by policy "tools" at 1\.yaml:2:18: The policy cannot be used with this tool: /)
    ])
    expect(answers.every(isFaulty)).toBe(true)
  })
})

describe("a request that cannot be judged is denied, and the reason names where it stopped", () => {
  it.each([
    [
      "no JSON",
      '{"tool":',
      'request "JSON" at in:1:9: The request cannot be read as JSON: at column 9, the text ends where a value is expected.'
    ],
    [
      "nothing",
      "",
      'request "JSON" at in:1: The request is empty; send a JSON object, as in {"tool": "read_file", "args": {}}.'
    ],
    ["no object", "[]", 'request "JSON" at in:1: The request must be a JSON object, not an array.'],
    [
      "a key given twice",
      '{"tool":"Echo","tool":"shell"}',
      'request "JSON" at in:1:16: The request cannot be read as JSON: at column 16, the property "tool" is given twice.'
    ],
    ["no tool", "{}", 'request "/tool" at in:1: The request is invalid: "/tool" is missing.'],
    [
      "a tool that is not text",
      '{"tool":1}',
      'request "/tool" at in:1: The request is invalid: at "/tool" a string is expected.'
    ],
    [
      "an unknown key",
      '{"tool":"Echo","arguments":{}}',
      'request "/arguments" at in:1: The request is invalid: "/arguments" is not a known property.'
    ],
    [
      "an unknown key of the context",
      '{"tool":"Echo","context":{"rol":"x"}}',
      'request "/context/rol" at in:1: The request is invalid: "/context/rol" is not a known property (did you mean "role"?).'
    ],
    [
      "a prototype for a key",
      '{"tool":"Echo","__proto__":{}}',
      'request "/__proto__" at in:1: The request is invalid: "/__proto__" is not a known property.'
    ],
    [
      "an empty name",
      '{"tool":"Echo","context":{"agent":""}}',
      'request "/context/agent" at in:1: The request is invalid: at "/context/agent" a string of at least 1 character is expected.'
    ],
    [
      "an unknown class",
      '{"tool":"x","definition":{"side_effects":"read"}}',
      'request "/definition/side_effects" at in:1: The request is invalid: at "/definition/side_effects" one of "NONE", "READ", "WRITE", "EXECUTE", "NETWORK" is expected.'
    ],
    [
      "a relative workspace",
      '{"tool":"Echo","context":{"workspace":"a/b"}}',
      'request "/context/workspace" at in:1: The workspace "a/b" of the request is relative; write the whole path.'
    ],
    [
      "a home for a workspace",
      '{"tool":"Echo","context":{"workspace":"~/b"}}',
      'request "/context/workspace" at in:1: The workspace "~/b" of the request begins with "~", which is not expanded here; write the whole path.'
    ],
    [
      "an empty workspace",
      '{"tool":"Echo","context":{"workspace":""}}',
      'request "/context/workspace" at in:1: The workspace "" of the request is relative; write the whole path.'
    ],
    [
      "a workspace with a NUL",
      '{"tool":"Echo","context":{"workspace":"/a\\u0000"}}',
      'request "/context/workspace" at in:1: The workspace "/a\\u0000" of the request is not a valid path of a folder.'
    ],
    [
      "an unknown tool",
      '{"tool":"raed_file"}',
      /^registry "tool "raed_file"" at in:1: Tool "raed_file" not found\. Available: read_file, /
    ],
    [
      "a prototype for a tool",
      '{"tool":"__proto__"}',
      /^registry "tool "__proto__"" at in:1: Tool "__proto__" not found/
    ],
    [
      "arguments that are no object",
      '{"tool":"Echo","args":"{}"}',
      'arguments "schema of Echo" at in:1: Arguments of "Echo" must be a JSON object, not a string.'
    ],
    [
      "arguments that the schema refuses",
      '{"tool":"read_file"}',
      'arguments "schema of read_file" at in:1: Arguments of "read_file" are invalid: "/path" is missing.'
    ],
    [
      "a prototype for an argument",
      '{"tool":"Echo","args":{"text":"a","__proto__":1}}',
      /^arguments "schema of Echo" at in:1: .*"\/__proto__" is not a known property/
    ],
    [
      "an invalid URL",
      '{"tool":"x","args":{"u":"ftp://a"},"definition":{"side_effects":"READ","resources":[{"kind":"url","arg":"/u"}]}}',
      'resources "resources of x" at in:1: The argument "u" is neither an http nor an https URL.'
    ]
  ])("%s", async (_what, request, expected) => {
    const [answer] = await answersOf(["version: 1\n"], request)
    const said = answer === undefined ? "" : shortly(answer).replace(/^deny by /, "")
    if (typeof expected === "string") expect(said).toBe(expected)
    else expect(said).toMatch(expected)
    expect(answer !== undefined && isFaulty(answer)).toBe(true)
  })

  it("except that a path outside the workspace is a refusal, not an invalid request", async () => {
    const [answer] = await answersOf(["version: 1\n"], call("read_file", { path: "../x" }))
    expect(answer).toMatchObject({ _tag: "Stopped", layer: "resources", refused: { slug: "fs_denied" } })
    expect(answer !== undefined && isFaulty(answer)).toBe(false)
  })
})

describe("an invalid policy", () => {
  it("prevents a dry run", async () => {
    const failing = dryRunOf(configsOf('version: 1\nrules: { deny: ["read_file(domain:a.org)"] }\n'))
    await expect(failing).rejects.toThrow(
      '1.yaml:2:17: the pattern of the rule "read_file(domain:a.org)" is about hosts, and tool "read_file" declares neither a URL nor a host'
    )
  })
})

describe("a dry run of many calls", () => {
  it("has no side effects", async () => {
    const dryRun = await dryRunOf(configsOf(policy))
    const check = (json: string) => Effect.runPromise(dryRun.check(json, "in"))
    const request = call("shell", { command: "git status" })
    const before = await check(request)
    await check(call("other", {}, { definition: { side_effects: "EXECUTE" } }))
    expect(shortly(await check(request))).toBe(shortly(before))
  })
})
