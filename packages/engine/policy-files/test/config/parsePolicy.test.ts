import type { PolicyConfig } from "@toolgate/policy"
import { defaultConfig, defaultConfirmation } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { collectNames, parsePolicy } from "../../src/config/parsePolicy.ts"
import { policyOf, problemsOf, withoutSources } from "./ask.ts"
import { example } from "./example.ts"

const at = (place: string) => ({ source: `p.yaml:${place}` })
const noLayer = { allow: undefined, deny: [], readOnly: undefined, noWeb: undefined, flat: undefined }
const noFlat = { webAccess: undefined, allowedCategories: undefined, allowedTools: undefined, forbiddenTools: [] }
const rule = (tool: string, pattern: string, place: string) => ({
  text: `${tool}(${pattern})`,
  tool,
  pattern,
  ...at(place)
})

describe("a policy", () => {
  it("is read with all its sections, units, paths and positions", () => {
    const unsaid = { unconfined: undefined, env: undefined, path: undefined, net: undefined }
    const host = { allowed: true, sandbox: "host" as const, limits: {}, ...unsaid }
    expect(policyOf(example)).toEqual({
      name: "p.yaml",
      default: { allowed: false, sandbox: undefined, limits: {}, ...unsaid, ...at("2:1") },
      tools: new Map([
        ["read_file", { ...host, ...at("4:3") }],
        ["shell", { ...host, ...at("5:3") }],
        ["http_get", { ...host, limits: { wallMs: 30_000 }, ...at("6:3") }],
        [
          "word_count",
          {
            allowed: true,
            sandbox: "wasm",
            limits: { wallMs: 30_000, memoryBytes: 67_108_864, outputBytes: 1_048_576 },
            ...unsaid,
            ...at("7:3")
          }
        ]
      ]),
      groups: new Map(),
      layers: {
        global: { ...noLayer, deny: [{ text: "raw_exec", ...at("9:20") }], ...at("9:3") },
        roles: new Map([
          [
            "worker",
            {
              ...noLayer,
              allow: [{ text: "group:read", ...at("11:23") }],
              flat: { ...noFlat, webAccess: { value: false, ...at("11:38") } },
              ...at("11:5")
            }
          ],
          [
            "coder",
            {
              ...noLayer,
              allow: [
                { text: "group:read", ...at("12:23") },
                { text: "group:write", ...at("12:37") },
                { text: "shell", ...at("12:52") }
              ],
              flat: { ...noFlat, forbiddenTools: [{ text: "http_post", ...at("12:78") }] },
              ...at("12:5")
            }
          ]
        ]),
        tasks: new Map([["review", { ...noLayer, readOnly: at("13:23"), noWeb: at("13:40"), ...at("13:13") }]])
      },
      agents: new Map([
        [
          "agent-1",
          {
            role: "coder",
            tools: [{ text: "*", ...at("15:35") }],
            fs: [{ path: "/agents/agent-1", mode: "rw", ...at("15:46") }],
            net: [{ text: "*.example.org", ...at("15:90") }],
            ...at("15:3")
          }
        ]
      ]),
      permissions: new Map([
        ["filesystem", { requiresApproval: false, allowedPaths: [{ path: "/agents", ...at("17:59") }], ...at("17:3") }]
      ]),
      rules: {
        deny: [rule("shell", "rm -rf:*", "19:11"), rule("read_file", "**/.env", "19:30")],
        ask: [rule("shell", "git push:*", "20:11")],
        allow: [
          rule("shell", "git status:*", "21:11"),
          rule("shell", "npm run test:*", "21:34"),
          rule("read_file", "src/**", "21:59")
        ]
      },
      confirmation: {
        default: {
          NONE: { mode: "auto", ...at("23:14") },
          READ: { mode: "auto", ...at("23:26") },
          WRITE: { mode: "prompt", ...at("23:38") },
          EXECUTE: { mode: "prompt", ...at("23:53") },
          NETWORK: { mode: "prompt", ...at("23:70") }
        },
        perTool: new Map([["git_status", { mode: "auto", ...at("24:15") }]]),
        perSession: new Map(),
        sessionsMayLoosen: false,
        trustedWorkspaces: [{ path: "/home/me/code/myproject", ...at("25:24") }],
        trustedOverrides: new Map([["EXECUTE", { mode: "prompt", ...at("26:34") }]]),
        ...at("22:1")
      },
      programs: {
        folder: "/etc/toolgate/programs",
        source: "p.yaml:30:11",
        files: [],
        examples: [],
        paths: [],
        problems: [],
        isDoubtful: false
      },
      protectedPaths: [],
      unprotectedPaths: [],
      secretPaths: [],
      notSecretPaths: [],
      quotas: new Map([["http_get", { perSession: 100, perAgent: 500, perMinute: 10, ...at("27:11") }]]),
      tests: [
        {
          call: { tool: "shell", args: { command: "rm -rf /" }, context: {}, definition: undefined },
          expect: "deny",
          ...at("29:5")
        }
      ]
    } satisfies PolicyConfig)
  })

  it("may be JSON, indented with tabs, with a byte order mark or with Windows line ends", () => {
    const json = '{\n\t"version": 1,\n\t"layers": {\n\t\t"global": {\n\t\t\t"deny": ["a\\u0062"]\n\t\t}\n\t}\n}\n'
    const deny = policyOf(json).layers.global?.deny
    expect(deny).toEqual([{ text: "ab", source: "p.yaml:5:13" }])
    expect(policyOf(`\ufeff${json}`).layers.global?.deny).toEqual(deny)
    expect(policyOf(json.replaceAll("\n", "\r\n")).layers.global?.deny).toEqual(deny)
    expect(policyOf("---\nversion: 1\n...\n")).toEqual({ ...defaultConfig, name: "p.yaml" })
  })

  it("distinguishes an empty list from an absent one", () => {
    const { layers, agents, permissions } = policyOf(
      [
        "version: 1",
        "layers: { global: { allow: [] }, roles: {}, tasks: { t: {} } }",
        "agents: { a: { fs: [] } }",
        "permissions: { shell: { allowed_paths: [] } }"
      ].join("\n")
    )
    expect(withoutSources(layers)).toEqual({
      global: { ...noLayer, allow: [] },
      roles: new Map(),
      tasks: new Map([["t", noLayer]])
    })
    expect(withoutSources(agents)).toEqual(
      new Map([["a", { role: undefined, tools: undefined, fs: [], net: undefined }]])
    )
    expect(withoutSources(permissions)).toEqual(new Map([["shell", { requiresApproval: false, allowedPaths: [] }]]))
    expect(policyOf("version: 1\nagents: {}").agents).toEqual(new Map())
  })

  it("accepts flat permissions in every layer, and ignores a constraint that is false", () => {
    const flat =
      "{ web_access: true, allowed_categories: [code], allowed_tools: [a], forbidden_tools: [b], no_web: false }"
    const layer = {
      ...noLayer,
      flat: {
        webAccess: { value: true },
        allowedCategories: { names: ["code"] },
        allowedTools: { selectors: [{ text: "a" }] },
        forbiddenTools: [{ text: "b" }]
      }
    }
    const { layers } = policyOf(`version: 1\nlayers: { global: ${flat}, tasks: { t: ${flat} } }`)
    expect(withoutSources(layers)).toEqual({ global: layer, roles: undefined, tasks: new Map([["t", layer]]) })
  })

  it("accepts inherited property names as names", () => {
    const text =
      "version: 1\ntools: { __proto__: { allowed: false }, constructor: {}, toString: {} }\nagents: { 1: {}, true: {} }"
    const { tools, agents } = policyOf(text)
    expect([...tools].map(([name, { allowed }]) => [name, allowed])).toEqual([
      ["__proto__", false],
      ["constructor", true],
      ["toString", true]
    ])
    expect([...(agents?.keys() ?? [])]).toEqual(["1", "true"])
    const [test] = policyOf(
      "version: 1\ntests: [{ call: { tool: a, args: { __proto__: { x: [null, 1.5, no] } } }, expect: ask }]"
    ).tests
    expect(test?.call.args).toEqual(JSON.parse('{ "__proto__": { "x": [null, 1.5, "no"] } }'))
  })

  it("reads a test's call with its caller", () => {
    const [test] = policyOf(
      [
        "version: 1",
        "tests:",
        "  - call:",
        "      tool: t",
        "      context: { agent: a, role: r, task: k, session: s, read_only: true, no_web: false, workspace: ~/w/ }",
        "      definition: { side_effects: READ }",
        "    expect: allow"
      ].join("\n")
    ).tests
    expect(test).toEqual({
      call: {
        tool: "t",
        args: {},
        context: {
          agent: "a",
          role: "r",
          task: "k",
          session: "s",
          readOnly: true,
          noWeb: false,
          workspace: "/home/me/w"
        },
        definition: { side_effects: "READ" }
      },
      expect: "allow",
      source: "p.yaml:3:5"
    })
  })

  it("reads quotas of zero, sessions, and modes for some classes", () => {
    const { quotas, confirmation } = policyOf(
      [
        "version: 1",
        "quotas: { t: { per_minute: 0 } }",
        "tool_confirmation:",
        "  default: { WRITE: prompt_once }",
        "  per_session: { s1: { READ: deny } }",
        "  sessions_may_loosen: true"
      ].join("\n")
    )
    expect(withoutSources(quotas)).toEqual(
      new Map([["t", { perSession: undefined, perAgent: undefined, perMinute: 0 }]])
    )
    expect(confirmation).toEqual({
      ...defaultConfirmation,
      default: { ...defaultConfirmation.default, WRITE: { mode: "prompt_once", source: "p.yaml:4:14" } },
      perSession: new Map([["s1", new Map([["READ", { mode: "deny", source: "p.yaml:5:24" }]])]]),
      sessionsMayLoosen: true,
      source: "p.yaml:3:1"
    })
  })

  it("replaces a tilde by the home folder, escaped in a pattern", () => {
    const text = 'version: 1\nrules: { deny: ["read_file(~/.ssh/**)", "read_file(~)", "read_file(a/~/b)"] }'
    expect(policyOf(text, { home: "/home/[me]*" }).rules.deny.map(({ pattern }) => pattern)).toEqual([
      "/home/\\[me\\]\\*/.ssh/**",
      "/home/\\[me\\]\\*",
      "a/~/b"
    ])
    const { confirmation } = policyOf("version: 1\ntool_confirmation: { trusted_workspaces: [~/a//./b/, /, /c/] }")
    expect(confirmation?.trustedWorkspaces.map(({ path }) => path)).toEqual(["/home/me/a/b", "/", "/c"])
    const programs = policyOf("version: 1\ndefault: { path: [/opt/a/bin, ~/b, /c/] }").default?.path
    expect(programs?.map(({ path }) => path)).toEqual(["/opt/a/bin", "/home/me/b", "/c"])
  })

  it("reads the paths of Windows on Windows", () => {
    const windows = { home: "C:\\Users\\me", platform: "win32" } as const
    const text = "version: 1\ntool_confirmation: { trusted_workspaces: ['c:/a/./b/', '~\\w', '~/w'] }"
    expect(policyOf(text, windows).confirmation?.trustedWorkspaces.map(({ path }) => path)).toEqual([
      "C:\\a\\b",
      "C:\\Users\\me\\w",
      "C:\\Users\\me\\w"
    ])
    expect(problemsOf("version: 1\npermissions: { shell: { allowed_paths: [/a, '\\a', 'C:a'] } }", windows)).toEqual([
      '2:41 the path "/a" is not absolute; begin it with "C:\\" or "~/"',
      '2:45 the path "\\\\a" is not absolute; begin it with "C:\\" or "~/"',
      '2:51 the path "C:a" is not absolute; begin it with "C:\\" or "~/"'
    ])
  })
})

describe("a file without some sections", () => {
  it("gets the default confirmations when it is the first", () => {
    expect(policyOf("version: 1")).toEqual({ ...defaultConfig, name: "p.yaml" })
    expect(Object.entries(defaultConfirmation.default).map(([name, { mode }]) => [name, mode])).toEqual([
      ["NONE", "auto"],
      ["READ", "auto"],
      ["WRITE", "prompt"],
      ["EXECUTE", "prompt"],
      ["NETWORK", "prompt"]
    ])
  })

  it("restricts nothing by missing keys if it is a later file", () => {
    const known = { groups: new Set<string>(), roles: new Set<string>() }
    expect(policyOf("version: 1", { known })).toEqual({ ...defaultConfig, name: "p.yaml", confirmation: undefined })
    const modes = policyOf("version: 1\ntool_confirmation: { default: { EXECUTE: deny } }", { known }).confirmation
    expect(Object.entries(modes?.default ?? {}).map(([name, { mode }]) => [name, mode])).toEqual([
      ["NONE", "auto"],
      ["READ", "auto"],
      ["WRITE", "auto"],
      ["EXECUTE", "deny"],
      ["NETWORK", "auto"]
    ])
  })
})

describe("a later file", () => {
  const first = policyOf("version: 1\ngroups: { g: [a] }\nlayers: { roles: { r: {} } }")
  const known = collectNames([first])

  it("may use the groups and roles of earlier ones", () => {
    expect(known).toEqual({ groups: new Set(["g"]), roles: new Set(["r"]) })
    const text = 'version: 1\ngroups: { h: ["group:g"] }\nagents: { a: { role: r, tools: ["group:g", "group:h"] } }'
    expect(problemsOf(text, { known })).toEqual([])
    const groups =
      "there are group:all, group:read, group:write, group:code, group:web, group:data, group:math, group:memory, group:routing and group:h"
    expect(problemsOf(text)).toEqual([
      `2:15 unknown group "group:g"; ${groups}`,
      '3:22 unknown role "r"; none is defined',
      `3:33 unknown group "group:g"; ${groups}`
    ])
  })

  it("may not define a group again", () => {
    expect(problemsOf("version: 1\ngroups: { g: [a] }", { known })).toEqual([
      '2:11 the group "g" is defined by an earlier file; choose another name'
    ])
  })
})

describe("an invalid policy", () => {
  it("reports all its problems in one message, in the order of the text", () => {
    const text = [
      "agents: { a: { role: nobody } }",
      "layers: { global: { alow: [a], deny: a } }",
      "quotas: { t: { per_minute: -1 } }"
    ].join("\n")
    expect(Effect.runSync(Effect.flip(parsePolicy(text, "dir/toolgate.yaml")))).toMatchObject({
      _tag: "PolicyInvalid",
      message: [
        'dir/toolgate.yaml:1:1: a policy needs the key "version"',
        'dir/toolgate.yaml:1:22: unknown role "nobody"; none is defined',
        'dir/toolgate.yaml:2:21: unknown key "alow" in the global layer; did you mean "allow"?',
        'dir/toolgate.yaml:2:38: "deny" must be a list of tools, not "a"; write ["a"]',
        'dir/toolgate.yaml:3:28: "per_minute" must be a whole number from 0 up, not -1'
      ].join("\n"),
      more: 0
    })
  })

  it("reports the first fifty problems, and counts the others", () => {
    const many = Array.from({ length: 120 }, (_, i) => `  - "a${i}("`)
    // Roles are checked after everything else is read.
    const text = `version: 1\nagents: { x: { role: r } }\nrules:\n deny:\n${many.join("\n")}\nlayers: { x: 1 }`
    expect(problemsOf(text)).toEqual([
      '2:22 unknown role "r"; none is defined',
      ...Array.from({ length: 49 }, (_, i) => `${5 + i}:5 the rule "a${i}(" does not end in ")"`),
      "and 72 more"
    ])
  })
})
