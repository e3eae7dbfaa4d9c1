import { builtins, shell } from "@toolgate/builtins"
import type { ToolDefinition } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { lintPolicy, readNarrowingConfig } from "../../src/index.ts"
import { configsOf } from "../dryRun/dry.ts"

const tools = [...builtins({ withHostTools: true }), shell].map(makeToolDefinition)
const http = makeToolDefinition({ name: "http_get", sideEffects: "NETWORK", resources: [{ kind: "url", arg: "/url" }] })

const installed = new Map([["host", new Set(["function"] as const)]])

/** A shell whose calls can run because of a mode alone. */
const mild = tools.map((tool) => (tool.name === "shell" ? { ...tool, destructive: false } : tool))

const linted = (...texts: ReadonlyArray<string>) => lintedFor(tools, ...texts)

const lintedFor = (known: ReadonlyArray<ToolDefinition>, ...texts: ReadonlyArray<string>) =>
  lintPolicy(configsOf(...texts.map((text) => `version: 1\n${text}`)), [...known, http], {
    installed,
    home: "/home/me"
  })
    .filter(({ code }) => code !== "no-tests")
    .map(({ source, level, code, message }) => `${source} ${level} ${code}: ${message}`)

describe("lint finds nothing", () => {
  it.each([
    ["in an empty policy", ""],
    [
      "in plain rules",
      'rules: { deny: ["read_file(**/.env)", "shell(rm:*)"], allow: ["write_file(src/**)", "shell(ls)"] }'
    ],
    ["in a deny beside a narrower allow", 'rules: { deny: ["read_file(a/b)"], allow: ["read_file(a/**)"] }'],
    [
      "in an ask for a part of what is allowed",
      'rules: { ask: ["write_file(src/gen/**)"], allow: ["write_file(src/**)"] }'
    ],
    ["in lists that name no tool twice", "layers: { global: { allow: [read_file, write_file], deny: [shell] } }"],
    ["in a role that an agent has", "layers: { roles: { a: {} } }\nagents: { x: { role: a } }"],
    [
      "in an ask with a pattern about a tool that is denied: it is about the file, whichever tool reaches it",
      'tools: { read_file: { allowed: false } }\nrules: { ask: ["read_file(src/x)"] }'
    ],
    [
      "in an allow rule of a denied tool that answers for the redirections of commands",
      'tools: { write_file: { allowed: false } }\nrules: { allow: ["write_file(out/**)"] }'
    ],
    [
      "in rules about servers, which need not run",
      'rules: { deny: [mcp__a__get, "mcp__b__*", "mcp__c__*(**/.env)"], ask: [mcp__a__got, "mcp__a__get(x/y)"], allow: ["mcp__c__*", mcp__a__gets] }\nagents: { x: { tools: [mcp__a__gets, "mcp__a__*"] } }'
    ],
    ["in a trusted project", "tool_confirmation: { trusted_workspaces: [~/code] }"]
  ])("%s", (_where, text) => {
    expect(linted(text).filter((finding) => !/ note evadable-deny/.test(finding))).toEqual([])
  })
})

describe("lint finds", () => {
  it.each([
    [
      "variables that are harmless to no effect",
      'rules: { allow: ["shell(ls)"], harmless_variables: [LANG, API_URL, API_URL, "API_*", PORT] }',
      [
        '1.yaml:2:53 note duplicate: the variable "LANG" is harmless without being listed',
        '1.yaml:2:59 note duplicate: the variable "API_URL" is already in rules.harmless_variables, as "API_*" at 1.yaml:2:77',
        '1.yaml:2:68 note duplicate: the variable "API_URL" is already in rules.harmless_variables, as "API_URL" at 1.yaml:2:59'
      ]
    ],
    [
      "variables that are harmless to no rule",
      "rules: { harmless_variables: [PORT] }",
      ['1.yaml:2:31 note never-matches: the variable "PORT" has no effect: no allow rule of the file has a pattern']
    ],
    [
      "names that no tool has, with the nearest one that there is",
      "tools: { raed_file: {}, my_own: {} }\nlayers: { global: { deny: [writefile] } }\nrules: { allow: [my_own, xyzzy] }\nquotas: { shel: { per_minute: 1 } }",
      [
        '1.yaml:2:10 warning unknown-tool: unknown tool "raed_file" in tools; did you mean "read_file"?',
        '1.yaml:2:25 note unknown-tool: the tool "my_own" is unknown; an app that uses the policy has to register it',
        '1.yaml:3:28 error unknown-tool: unknown tool "writefile" in layers.global.deny; did you mean "write_file"? If the app has a tool "writefile", list the tool under "tools"',
        '1.yaml:4:26 warning unknown-tool: unknown tool "xyzzy" in rules.allow',
        '1.yaml:5:11 warning unknown-tool: unknown tool "shel" in quotas; did you mean "shell"?'
      ]
    ],
    [
      "what the default denies and something allows",
      "default: { allowed: false }\ntools: { read_file: {}, shell: { allowed: false } }\nlayers: { roles: { a: { allow: [write_file] } } }\nrules: { allow: [shell, http_post, read_file] }",
      [
        '1.yaml:3:25 note route: the sandbox "host" on this machine cannot run tool "shell", so its calls are denied; the tool has: command; the sandbox runs: function',
        '1.yaml:4:33 warning never-matches: "write_file" in layers.roles.a.allow can never match: the default denies tool "write_file", which tools does not list (1.yaml:2:1)',
        '1.yaml:5:18 warning never-matches: "shell" in rules.allow can never match: tools lists tool "shell" as not allowed (1.yaml:3:25)',
        '1.yaml:5:25 warning unknown-tool: unknown tool "http_post" in rules.allow; did you mean "http_get"?',
        '1.yaml:5:25 warning never-matches: "http_post" in rules.allow can never match: the default denies tool "http_post", which tools does not list (1.yaml:2:1)',
        '1.yaml:5:36 warning never-matches: "read_file" in rules.allow can never match: no role may call tool "read_file" (roles: a)'
      ]
    ],
    [
      "what a layer denies and something allows",
      'layers:\n  global: { deny: ["group:write"] }\n  roles: { a: { allow: [write_file, read_file], forbidden_tools: [read_file] }, b: { allow: [list_dir] } }\nrules: { allow: [patch_file, Echo, list_dir] }',
      [
        '1.yaml:4:25 warning never-matches: "write_file" in layers.roles.a.allow can never match: the global layer denies tool "write_file" (deny group:write, 1.yaml:3:20)',
        '1.yaml:4:37 warning never-matches: "read_file" in layers.roles.a.allow can never match: layers.roles.a denies tool "read_file" (forbidden_tools read_file, 1.yaml:4:67)',
        '1.yaml:5:18 warning never-matches: "patch_file" in rules.allow can never match: the global layer denies tool "patch_file" (deny group:write, 1.yaml:3:20)',
        '1.yaml:5:30 warning never-matches: "Echo" in rules.allow can never match: no role may call tool "Echo" (roles: a, b)'
      ]
    ],
    [
      "what no agent was given, and what its role denies",
      "layers: { roles: { a: { deny: [list_dir] } } }\nagents: { x: { role: a, tools: [list_dir, Echo] } }\nrules: { allow: [read_file] }",
      [
        '1.yaml:3:33 warning never-matches: "list_dir" in agents.x.tools can never match: role "a" denies tool "list_dir" (deny list_dir, 1.yaml:2:32)',
        '1.yaml:4:18 warning never-matches: "read_file" in rules.allow can never match: no agent was given tool "read_file" (agents: x)'
      ]
    ],
    [
      "an allow rule for what a confirmation mode denies",
      "tool_confirmation: { default: { WRITE: deny }, per_tool: { shell: deny, patch_file: prompt } }\nrules: { allow: [write_file, patch_file, shell] }",
      [
        '1.yaml:3:18 warning never-matches: "write_file" in rules.allow can never match: the confirmation mode of its class WRITE is deny, which no rule overrides (1.yaml:2:33)',
        '1.yaml:3:42 warning never-matches: "shell" in rules.allow can never match: its confirmation mode is deny, which no rule overrides (1.yaml:2:60)'
      ]
    ],
    [
      "rules that another one makes idle",
      'rules:\n  deny: ["read_file(**/.env)", "read_file(conf/.ENV)"]\n  ask: ["write_file(conf/**)", "read_file(conf/.env)"]\n  allow: ["read_file(a/**)", "read_file(a/b)", "read_file(a/**)", "read_file(x/.env)", "write_file(conf/a)"]',
      [
        '1.yaml:3:32 warning shadowed: the deny rule "read_file(conf/.ENV)" adds nothing: "read_file(**/.env)" (1.yaml:3:10) matches everything that it matches',
        '1.yaml:4:32 warning never-matches: the ask rule "read_file(conf/.env)" never decides: the deny rule "read_file(**/.env)" (1.yaml:3:10) denies everything that it matches',
        '1.yaml:5:30 warning shadowed: the allow rule "read_file(a/b)" adds nothing: "read_file(a/**)" (1.yaml:5:11) matches everything that it matches',
        '1.yaml:5:48 warning duplicate: the allow rule "read_file(a/**)" is listed twice, first at 1.yaml:5:11',
        '1.yaml:5:67 warning never-matches: the allow rule "read_file(x/.env)" never decides: the deny rule "read_file(**/.env)" (1.yaml:3:10) denies everything that it matches',
        '1.yaml:5:88 warning never-matches: the allow rule "write_file(conf/a)" never decides: the ask rule "write_file(conf/**)" (1.yaml:4:9) asks about everything that it matches'
      ]
    ],
    [
      "an allow rule that answers only for redirections beside one for every call",
      'rules: { allow: [write_file, "write_file(a)"] }',
      [
        '1.yaml:2:30 note shadowed: the allow rule "write_file(a)" adds nothing for calls of the tool, because "write_file" (1.yaml:2:18) matches everything that it matches; it only answers for redirections of commands'
      ]
    ],
    [
      "of two rules that match the same only the second",
      'rules: { allow: ["read_file(a/**)", "read_file(./a//**)"] }',
      [
        '1.yaml:2:37 warning shadowed: the allow rule "read_file(./a//**)" adds nothing: "read_file(a/**)" (1.yaml:2:18) matches everything that it matches'
      ]
    ],
    [
      "tools that one list names twice",
      "layers: { global: { deny: [shell, Echo, shell] } }",
      ['1.yaml:2:41 warning duplicate: "shell" is listed twice in layers.global.deny, first at 1.yaml:2:28']
    ],
    [
      "allow rules for programs that can do more than their names say",
      'rules: { allow: [shell, "shell(*)", "shell(make:*)", "shell(make check)", "shell(sort:*)", "shell(sort -o x:*)", "shell(ls:*)"] }',
      [
        '1.yaml:2:18 warning risky-allow: the allow rule "shell" answers for every command of tool "shell", including commands that cannot be read before they run, and for the files of the workspace that they redirect',
        expect.stringMatching(/^1\.yaml:2:25 warning shadowed/),
        expect.stringMatching(/^1\.yaml:2:37 warning shadowed/),
        expect.stringMatching(/^1\.yaml:2:54 warning shadowed/),
        expect.stringMatching(/^1\.yaml:2:75 warning shadowed/),
        expect.stringMatching(/^1\.yaml:2:92 warning shadowed/),
        expect.stringMatching(/^1\.yaml:2:114 warning shadowed/)
      ]
    ],
    [
      "how far an allow rule for a program goes",
      'rules: { allow: ["shell(make:*)", "shell(cmake --build x)", "shell(sort:*)", "shell(sort -o x:*)", "shell(ls:*)", "run_shell(python3:*)"] }',
      [
        expect.stringMatching(
          /^1\.yaml:2:18 warning risky-allow: the allow rule "shell\(make:\*\)" covers "make", which starts .* \(.+\)$/
        ),
        expect.stringMatching(/^1\.yaml:2:35 (?:note|warning) risky-allow: .*"cmake"/),
        expect.stringMatching(
          /^1\.yaml:2:61 note risky-allow: the allow rule "shell\(sort:\*\)" covers "sort" without the words that make it dangerous: with them it starts a program by --compress-program, and writes a file by -o \(.+\)$/
        ),
        '1.yaml:2:78 warning risky-allow: the allow rule "shell(sort -o x:*)" names words that make "sort" dangerous: "x" is what it writes, and is not in a folder for build output',
        expect.stringMatching(/^1\.yaml:2:115 warning risky-allow: .*"python3", which runs any code/)
      ]
    ],
    [
      "dangerous words, which a pattern without further words names and nothing else",
      'rules: { allow: ["shell(go test ./...)", "shell(go test:*)"] }',
      [
        expect.stringMatching(/^1\.yaml:2:18 warning shadowed/),
        '1.yaml:2:42 warning risky-allow: the allow rule "shell(go test:*)" names words that make "go" dangerous: "test" starts a program'
      ]
    ],
    [
      "dangerous words in a pattern that covers them and no others",
      'rules: { allow: ["shell(go test ./...)"] }',
      [
        '1.yaml:2:18 note risky-allow: the allow rule "shell(go test ./...)" names words that make "go" dangerous: "test" starts a program'
      ]
    ],
    [
      "deny rules that are easily got around",
      'rules: { deny: ["shell(curl)", "shell(rm -rf:*)", "shell(foo --bar x:*)", "read_file(.env)", "read_file(a/.env)", "http_get(domain:evil.org)"], ask: ["http_get(domain:a.org)", "http_get(domain:**.a.org)"] }',
      [
        '1.yaml:2:17 warning evadable-deny: the deny rule "shell(curl)" does not match "curl" with further words; to match these too, write "shell(curl:*)"',
        '1.yaml:2:32 note evadable-deny: the deny rule "shell(rm -rf:*)" can be evaded: it matches the options -rf in any order and bundle and by their long names, but not "rm" without one of them, and any other program that does the same; "shell(rm:*)" is safer',
        '1.yaml:2:51 warning evadable-deny: the deny rule "shell(foo --bar x:*)" can be evaded: it matches the options --bar in any order and bundle, but not "foo x" without one of them, and any other program that does the same; other names of --bar are not known; "shell(foo x:*)" is safer',
        '1.yaml:2:51 note unknown-program: the deny rule "shell(foo --bar x:*)" names "foo", which is unknown: the rule matches the words as they are written, and no other spelling of them',
        '1.yaml:2:75 note evadable-deny: the rule "read_file(.env)" matches only at the top of the workspace; to match in every folder, write "read_file(**/.env)"',
        '1.yaml:2:115 note evadable-deny: the rule "http_get(domain:evil.org)" does not match the hosts beneath "evil.org"; to match these too, add "http_get(domain:**.evil.org)"'
      ]
    ],
    [
      "routes that cannot be followed here",
      "default: { sandbox: wasm }\ntools: { Echo: { sandbox: microvm }, read_file: {} }",
      [
        '1.yaml:2:1 warning route: the sandbox "wasm" of the default is not installed on this machine, so a gate will not start; installed: host',
        '1.yaml:3:10 warning route: the sandbox "microvm" of tool "Echo" is not installed on this machine, so a gate will not start; installed: host'
      ]
    ],
    [
      "trust in whole home folders",
      "tool_confirmation: { trusted_workspaces: [/, /home, ~/, ~/code, /homer] }",
      ["1.yaml:2:43", "1.yaml:2:46", "1.yaml:2:53"].map((source, i) =>
        expect.stringMatching(
          `^${source} warning trusted-workspace: the trusted workspace "${["/", "/home", "/home/me"][i]}" contains ${i === 2 ? "your whole home folder" : "whole home folders"}, so writes`
        )
      )
    ],
    [
      "one answer for every command, and sessions that loosen",
      "tool_confirmation: { default: { EXECUTE: prompt_once, WRITE: prompt_once }, per_tool: { shell: prompt_once }, per_session: { ci: { EXECUTE: prompt_once } }, sessions_may_loosen: true }",
      [
        "1.yaml:2:1 warning confirmation: sessions_may_loosen: a call in one of the sessions ci may need fewer confirmations than in other sessions",
        ...[
          ["33", "the class EXECUTE"],
          ["89", 'tool "shell"'],
          ["132", 'the class EXECUTE in session "ci"']
        ].map(
          ([column, what]) =>
            `1.yaml:2:${column} note confirmation: prompt_once for ${what}: the first answer covers every later command of the session`
        )
      ]
    ],
    [
      "what runs code and is denied with NETWORK",
      "tool_confirmation: { default: { NETWORK: deny } }",
      [
        '1.yaml:2:33 note confirmation: the mode deny of NETWORK also denies tool "shell", which runs code and could connect; with "net: []", the tool runs without a network'
      ]
    ],
    [
      "no finding for code without a network, or with its own mode",
      "default: { net: [] }\ntool_confirmation: { default: { NETWORK: deny } }",
      []
    ],
    [
      "an allow rule of a denied tool where no command can be redirected either",
      'tools: { write_file: { allowed: false } }\nlayers: { global: { deny: [shell] } }\nrules: { allow: ["write_file(out/**)"] }',
      [
        '1.yaml:4:18 warning never-matches: "write_file(out/**)" in rules.allow can never match: tools lists tool "write_file" as not allowed (1.yaml:2:10)'
      ]
    ],
    [
      "a rule for several denied tools",
      'default: { allowed: false }\nrules: { allow: ["group:write"] }',
      [
        '1.yaml:3:18 warning never-matches: "group:write" in rules.allow can never match: none of the 4 tools that it names can be called; the default denies tool "Write", which tools does not list (1.yaml:2:1)'
      ]
    ],
    [
      "commands that run unconfined without a question",
      "tools: { shell: { unconfined: true } }\nrules: { allow: [shell] }",
      [
        '1.yaml:2:10 note route: the sandbox "host" on this machine cannot run tool "shell", so its calls are denied; the tool has: command; the sandbox runs: function',
        '1.yaml:2:19 warning confinement: the commands of tool "shell" run unconfined without approval: the allow rule "shell" (1.yaml:3:18) answers for them',
        '1.yaml:3:18 warning risky-allow: the allow rule "shell" answers for every command of tool "shell", including commands that cannot be read before they run, and for the files of the workspace that they redirect'
      ]
    ],
    [
      "nothing of unconfined commands of a destructive tool, which no mode lets run",
      "default: { unconfined: true }\ntool_confirmation: { default: { EXECUTE: auto, WRITE: auto } }",
      []
    ],
    [
      "nothing of unconfined commands that are asked about",
      "default: { unconfined: true }\nrules: { ask: [shell] }",
      []
    ],
    [
      "variables that decide what code a program loads",
      "default: { env: [CI, LD_PRELOAD, NODE_OPTIONS] }",
      [
        '1.yaml:2:22 warning confinement: the variable "LD_PRELOAD" decides which code programs load: anyone who can change the files that it names can run code in every command of the tools of the default',
        '1.yaml:2:34 warning confinement: the variable "NODE_OPTIONS" decides which code programs load: anyone who can change the files that it names can run code in every command of the tools of the default'
      ]
    ],
    [
      "folders of programs in which calls may write",
      "default: { path: [/opt/a/bin, /w/node_modules/.bin, /w/t/bin, /w/x/bin] }\ntool_confirmation: { trusted_workspaces: [/w/t] }\nagents: { a: { fs: [{ path: /w/x, mode: rw }, { path: /opt, mode: r }] } }",
      [
        '1.yaml:2:31 warning confinement: the commands of the tools of the default find the programs of "/w/node_modules/.bin" before those of the system, and calls may write there (packages are installed into node_modules): a call can replace "git" for the next call',
        '1.yaml:2:53 warning confinement: the commands of the tools of the default find the programs of "/w/t/bin" before those of the system, and calls may write there (it is in a trusted workspace, 1.yaml:3:43): a call can replace "git" for the next call',
        '1.yaml:2:63 warning confinement: the commands of the tools of the default find the programs of "/w/x/bin" before those of the system, and calls may write there (an agent may, 1.yaml:4:21): a call can replace "git" for the next call'
      ]
    ],
    [
      "keys that change nothing for a tool",
      "tools: { write_file: { unconfined: true, env: [CI], net: [] } }",
      [
        '1.yaml:2:10 note confinement: unconfined and env have no effect for tool "write_file", which runs no commands',
        '1.yaml:2:10 note confinement: net has no effect for tool "write_file", which does not reach the network according to its definition'
      ]
    ],
    [
      "a role that no agent has",
      "layers: { roles: { a: {}, b: {} } }\nagents: { x: { role: a } }",
      ['1.yaml:2:27 note unused-role: no agent has the role "b"; the role holds only for calls that name it']
    ]
  ])("%s", (_what, text, expected) => {
    expect(linted(text)).toEqual(expected)
  })

  it("rules about servers that have no effect, or allow unknown tools", () => {
    const text =
      'rules: { deny: ["mcp__a__*"], ask: ["mcp__b__*"], allow: [mcp__a__get, "mcp__a__*(x)", mcp__aa__get, "mcp__*", mcp__b__get, mcp__c__get] }\nlayers: { global: { deny: ["mcp__c__*"] } }\nagents: { x: { tools: ["mcp__c__*", mcp__c__get, "mcp__*"] } }'
    const never = (at: string, rule: string, by: string) =>
      `1.yaml:${at} warning never-matches: the allow rule "${rule}" never decides: the ${by} everything that it matches`
    const shadowed = (at: string, rule: string) =>
      `1.yaml:${at} warning shadowed: the allow rule "${rule}" adds nothing: "mcp__*" (1.yaml:2:102) matches everything that it matches`
    const denied = (at: string, entry: string, where: string) =>
      `1.yaml:${at} warning never-matches: "${entry}" in ${where} can never match: the global layer denies it (1.yaml:3:28)`
    expect(linted(text)).toEqual([
      never("2:59", "mcp__a__get", 'deny rule "mcp__a__*" (1.yaml:2:17) denies'),
      never("2:72", "mcp__a__*(x)", 'deny rule "mcp__a__*" (1.yaml:2:17) denies'),
      shadowed("2:88", "mcp__aa__get"),
      '1.yaml:2:102 warning risky-allow: the allow rule "mcp__*" answers for every tool of every server, also of servers that are added later; name each server, as in "mcp__SERVER__*"',
      never("2:112", "mcp__b__get", 'ask rule "mcp__b__*" (1.yaml:2:37) asks about'),
      denied("2:125", "mcp__c__get", "rules.allow"),
      shadowed("2:125", "mcp__c__get"),
      denied("4:24", "mcp__c__*", "agents.x.tools"),
      denied("4:37", "mcp__c__get", "agents.x.tools")
    ])
  })

  it("wrong names of a server's tools only if their case differs", () => {
    const get = makeToolDefinition({ name: "mcp__a__get", sideEffects: "NETWORK" })
    const text =
      'rules: { deny: [mcp__a__get], ask: ["mcp__a__*"] }\nlayers: { global: { allow: ["mcp__a__*"], deny: [mcp__a__get, mcp__a__Get] } }'
    expect(lintedFor([...tools, get], text)).toEqual([
      '1.yaml:3:63 error unknown-tool: unknown tool "mcp__a__Get" in layers.global.deny; did you mean "mcp__a__get"? If the app has a tool "mcp__a__Get", list the tool under "tools"'
    ])
  })

  it("commands that run unconfined without a question, by a default and a mode", () => {
    const text = "default: { unconfined: true }\ntool_confirmation: { default: { EXECUTE: auto, WRITE: auto } }"
    expect(lintedFor(mild, text)).toEqual([
      '1.yaml:2:12 warning confinement: the commands of tool "shell" run unconfined without approval: their mode is auto (1.yaml:3:33)'
    ])
  })

  it("tools that an earlier file denies and a later one allows, and not the reverse", () => {
    const deny = 'layers: { global: { deny: [shell] } }\nrules: { deny: ["read_file(a/**)"] }'
    const allow = 'rules: { allow: [shell, "read_file(a/b)"] }'
    expect(linted(deny, allow).filter((finding) => finding.includes("never-matches"))).toEqual([
      '2.yaml:2:18 warning never-matches: "shell" in rules.allow can never match: the global layer denies tool "shell" (deny shell, 1.yaml:2:28)',
      '2.yaml:2:25 warning never-matches: the allow rule "read_file(a/b)" never decides: the deny rule "read_file(a/**)" (1.yaml:3:17) denies everything that it matches'
    ])
    expect(linted(allow, deny).filter((finding) => finding.includes("never-matches"))).toEqual([])
  })

  it("waivers and grants in a later file that have no effect", () => {
    const later = "tools: { shell: { unconfined: true, env: [CI, TZ] } }"
    const confinement = (...texts: ReadonlyArray<string>) =>
      lintedFor(mild, ...texts).filter((finding) => finding.includes(" confinement: "))
    expect(confinement("tools: { shell: { env: [TZ] } }", later)).toEqual([
      '2.yaml:2:19 warning confinement: "unconfined: true" changes nothing for tool "shell": 1.yaml does not set it, and a later file cannot set it',
      '2.yaml:2:43 warning confinement: this entry does not give the variable "CI" to tool "shell": 1.yaml does not list it, and a later file can only take variables away'
    ])
    expect(confinement("default: { unconfined: true, env: [CI, TZ] }", later)).toEqual([])
    expect(confinement("tools: { shell: { path: [/a] } }", "tools: { shell: { path: [/a, /b] } }")).toEqual([
      '2.yaml:2:30 warning confinement: this entry does not give the programs of "/b" to tool "shell": 1.yaml does not list them, and a later file can only take folders away'
    ])
    expect(confinement("default: { unconfined: true }", "default: { unconfined: true }")).toEqual([])
    expect(confinement("tools: { shell: { unconfined: true } }", "default: { unconfined: true }")).toEqual([])
    expect(confinement("", "default: { unconfined: true }").length).toBe(1)
    expect(confinement("", "default: { env: [LD_PRELOAD] }").length).toBe(1)
    const unasked = "default: { unconfined: true }\ntool_confirmation: { default: { EXECUTE: auto, WRITE: auto } }"
    expect(confinement(unasked, "default: { unconfined: true }").length).toBe(1)
    expect(confinement(unasked, "rules: { ask: [shell] }").length).toBe(0)
  })

  it("a misspelled deny or ask entry as an error, unless the policy lists such a tool", () => {
    const levels = (text: string) =>
      linted(text).flatMap((finding) => (finding.includes("unknown-tool") ? [finding.split(" ")[1]] : []))
    for (const [name, level] of [
      ["Read_File", "error"],
      ["read_fil", "error"],
      ["read_filee", "error"],
      ["raed_file", "error"],
      ["read-file", "error"],
      ["SAVE_FLIE", "warning"],
      ["red_fil", "warning"],
      ["save_file", "warning"]
    ] as const) {
      // A tool that "tools" lists is one that the app will have, unless its name is similar to that of a known tool.
      for (const where of [
        `rules: { deny: ["${name}"] }`,
        `rules: { ask: ["${name}(a)"] }`,
        `layers: { global: { deny: [${name}] } }`,
        `layers: { roles: { a: { forbidden_tools: [${name}] } } }`,
        `tools: { ${name}: { allowed: false } }`,
        `tool_confirmation: { per_tool: { ${name}: prompt } }`
      ])
        if (level === "error" || !where.startsWith("tools")) expect([where, levels(where)]).toEqual([where, [level]])
      for (const where of [`rules: { allow: [${name}] }`, `tool_confirmation: { per_tool: { ${name}: auto } }`])
        expect([where, levels(where)]).toEqual([where, ["warning"]])
    }
    expect(levels("tools: { raed_file: {} }\nrules: { deny: [raed_file] }")).toEqual(["warning"])
    expect(levels("tools: { deploy: {} }\nrules: { deny: [Deploy] }")).toEqual(["note", "error"])
    const defined = "tests: [{ call: { tool: raed_file, definition: { side_effects: READ } }, expect: deny }]"
    expect(levels(`rules: { deny: [raed_file] }\n${defined}`)).toEqual([])
  })

  it("every warning as an error in strict mode", () => {
    const configs = configsOf("version: 1\nrules: { deny: [xyzzy], allow: [other] }\nagents: { x: {} }")
    const levels = (strict: boolean) =>
      lintPolicy(configs, [], { strict, home: undefined }).map(({ code, level }) => `${code} ${level}`)
    expect([levels(false), levels(true)]).toEqual([
      ["unknown-tool warning", "unknown-tool warning", "no-tests note"],
      ["unknown-tool error", "unknown-tool error", "no-tests note"]
    ])
  })

  it("unknown categories, with the nearest known one", () => {
    const role = (names: string) => `layers: { roles: { a: { allowed_categories: [${names}] } } }`
    const found = (text: string, tools = [makeToolDefinition({ name: "t", category: "finance" })]) =>
      lintPolicy(configsOf(`version: 1\n${text}`), tools, { home: undefined }).flatMap((finding) =>
        finding.code === "unknown-category" ? [`${finding.source} ${finding.level}: ${finding.message}`] : []
      )
    expect(found(role("web, code, data, math, finance"))).toEqual([])
    expect(found(role("wbe, finances, Math, sports"))).toEqual([
      '1.yaml:2:25 warning: unknown category "wbe" in layers.roles.a.allowed_categories; did you mean "web"?',
      '1.yaml:2:25 warning: unknown category "finances" in layers.roles.a.allowed_categories; did you mean "finance"?',
      '1.yaml:2:25 warning: unknown category "Math" in layers.roles.a.allowed_categories; did you mean "math"?',
      '1.yaml:2:25 note: layers.roles.a.allowed_categories lists "sports", but no known tool has this category'
    ])
    const slipped = makeToolDefinition({ name: "t", category: "Web" })
    expect(found("groups: {}", [slipped])).toEqual([
      'tool t warning: the category "Web" belongs to no group; did you mean "web"?'
    ])
  })

  it("a tool if its only sandbox is not installed", () => {
    const script = { kind: "script", script: "/s.js", calls: 0, clock: "host", random: "host" } as const
    const guest = makeToolDefinition({ name: "guest", implementations: [script] })
    const configs = configsOf("version: 1\ntools: { guest: {} }")
    expect(lintPolicy(configs, [guest], { installed, home: undefined }).map(({ message }) => message)).toContain(
      'the sandbox "wasm" of tool "guest" is not installed on this machine, so its calls are denied; installed: host'
    )
  })

  it("files without a common role", () => {
    const roles = (...names: ReadonlyArray<string>) =>
      `layers: { roles: { ${names.map((name) => `${name}: {}`).join(", ")} } }\n`
    expect(linted(roles("a", "b"), roles("b"))).toEqual([])
    expect(linted(roles("a"), "", `${roles("b")}agents: { x: {} }`)).toEqual([
      "3.yaml:2:20 warning never-matches: every call is denied: no role is listed by all of 1.yaml and 3.yaml, and each file denies the roles that it does not list",
      '3.yaml:2:20 note unused-role: no agent has the role "b", and 1.yaml denies calls that name the role, because its roles do not include it'
    ])
  })

  it("a denying mode only if sessions do not override it", () => {
    const text = (loosen: boolean) =>
      `tool_confirmation: { default: { WRITE: deny }, per_session: { ci: { WRITE: auto } }, sessions_may_loosen: ${loosen} }\nrules: { allow: [write_file] }`
    const never = (loosen: boolean) => linted(text(loosen)).filter((finding) => finding.includes("never-matches"))
    expect([never(true).length, never(false).length]).toEqual([0, 1])
  })

  it("the last file without tests", () => {
    const configs = configsOf("version: 1\ntests: []\n", "version: 1\n")
    expect(lintPolicy(configs, tools, { home: undefined }).map(({ source, code }) => [source, code])).toEqual([
      ["2.yaml", "no-tests"]
    ])
  })

  it("missing tests in the file before a catalogue, and not in the catalogue", () => {
    const call = "{ call: { tool: Echo }, expect: allow }"
    const catalogue = readNarrowingConfig("tools.yaml", new Map()).config
    const found = (text: string) =>
      lintPolicy([...configsOf(text), catalogue], tools, { home: undefined }).map(({ source, code }) => [source, code])
    expect(found(`version: 1\ntests: [${call}]\n`)).toEqual([])
    expect(found("version: 1\n")).toEqual([["1.yaml", "no-tests"]])
  })

  it("shadowed rules among ten thousand with few comparisons", () => {
    const rules = Array.from({ length: 10_000 }, (_, i) => `"read_file(src/${i}/**)"`)
    const call = "{ call: { tool: Echo }, expect: deny }"
    const configs = configsOf(`version: 1\nrules: { deny: [${rules.join(",")}] }\ntests: [${call}]\n`)
    // Comparing each rule with each other rule would take minutes.
    expect(lintPolicy(configs, tools, { home: undefined }).map(({ code }) => code)).toEqual([])
  })
})

describe("lint warns about a path pattern", () => {
  it.each([
    ["read_file( src/x )", 'blanks at its ends are part of it; write "read_file(src/x)"'],
    ["read_file('src/x')", 'its quotes are part of it; write "read_file(src/x)"'],
    ["read_file($HOME/x)", "no variable is replaced in it; write the path that it stands for"],
    ["read_file(src/~x)", undefined],
    [
      "read_file(file:///etc/hosts)",
      'it is compared with paths, and not with addresses; write "read_file(/etc/hosts)"'
    ],
    ["read_file(src\\a.ts)", 'a backslash escapes the character after it; write "read_file(src/a.ts)"'],
    ["read_file(src/\\[id\\].ts)", undefined],
    ["read_file(./src/)", undefined]
  ])("that hardly any path can match: %s", (rule, why) => {
    for (const effect of ["deny", "allow"])
      expect(
        linted(`rules: { ${effect}: [${JSON.stringify(rule)}] }`).filter((one) => /is unlikely/.test(one))
      ).toEqual(
        why === undefined
          ? []
          : [
              `1.yaml:2:${effect.length + 13} warning never-matches: the ${effect} rule "${rule}" is unlikely to match any path: ${why}`
            ]
      )
  })

  it("in protected and secret paths", () => {
    expect(linted("protected: ['\"deploy\"']\nsecrets: ['~ada/keys']")).toEqual([
      '1.yaml:2:13 warning never-matches: the pattern ""deploy"" is unlikely to match any path: its quotes are part of it; write "deploy"',
      '1.yaml:3:11 warning never-matches: the pattern "~ada/keys" is unlikely to match any path: only "~/" stands for a home folder; write the path that it stands for'
    ])
  })
})

describe("lint warns about", () => {
  it("a name that is not a tool of its server", () => {
    expect(linted("rules: { deny: [mcp__github, mcp__My_Server__x, mcp__a__x] }")).toEqual([
      '1.yaml:2:17 warning unknown-tool: no tool of a server has the name "mcp__github" in rules.deny; all tools of the server are "mcp__github__*"',
      '1.yaml:2:30 warning unknown-tool: no tool of a server has the name "mcp__My_Server__x" in rules.deny; such a name is "mcp__SERVER__TOOL", and a server has lower-case letters, digits and "-"'
    ])
  })

  it("a deny rule for a word that may be intended as a prefix", () => {
    expect(linted('rules: { deny: ["shell(dd of=/dev/:*)", "shell(rm -rf /:*)", "shell(ls src/:*)"] }')).toEqual([
      '1.yaml:2:17 warning evadable-deny: the deny rule "shell(dd of=/dev/:*)" matches the word "of=/dev/" alone, not longer words that begin with it',
      expect.stringContaining("can be evaded: it matches the options -rf"),
      '1.yaml:2:62 note evadable-deny: the deny rule "shell(ls src/:*)" matches the word "src/" alone, not longer words that begin with it'
    ])
  })

  it("a deny rule for file changes beside allowed commands that change files", () => {
    const rules = 'rules: { deny: ["write_file(out.txt)"], allow: ["shell(cp:*)"] }'
    const text = (refused: string, line: number) =>
      `the deny rule "write_file(out.txt)" is not compared with the files that a command changes by its words, as under "shell(cp:*)" (1.yaml:${line}:49), and ${refused} refuses the change; "read_file(out.txt)" matches every command that names such a file`
    expect(linted(rules)).toContain(`1.yaml:2:17 note evadable-deny: ${text("only the sandbox", 2)}`)
    expect(linted(`tools: { shell: { unconfined: true } }\n${rules}`)).toContain(
      `1.yaml:3:17 warning evadable-deny: ${text("nothing else", 3)}`
    )
  })

  it("a rule that keeps the gate from starting", () => {
    expect(linted('rules: { allow: ["shell(git * main)", "read_file(src/../x)"] }')).toEqual([
      '1.yaml:2:18 error invalid-rule: the pattern of the rule "shell(git * main)" contains "*" in a place where it has no meaning; write "git:*" for any further words, or quote the character',
      '1.yaml:2:39 error invalid-rule: the pattern of the rule "read_file(src/../x)" holds ".."; write where it leads'
    ])
  })
})
