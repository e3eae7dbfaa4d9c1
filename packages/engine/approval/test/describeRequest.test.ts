// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import type { Args, Json, PermissionRequest, Resource } from "@toolgate/core"
import { parseJson } from "@toolgate/core/json"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeRequest, shownCharacters } from "../src/describeRequest.ts"
import { type Asking, file, question, tool } from "./asking.ts"
import { plain } from "./plain.ts"

const request = (asking: Asking): PermissionRequest => question(asking).request
const describes = (asking: Asking) => describeRequest(request(asking))
const lines = (...all: ReadonlyArray<string>) => ({ summary: all.join("\n"), inspectable: true })

describe("describeRequest", () => {
  it("shows what the tool runs, escaped and quoted, and reports truncation", () => {
    const recipe = {
      method: "POST",
      url: "https://a.example/{id}\u202e",
      headers: { "X-Mode": "${env:MODE}" },
      words: ["a b"]
    }
    const files = [{ path: "/ws/x.sh", content: "sha256:00" }]
    const asking = (more: object = {}) => ({
      tool: { ...tool("post"), implementations: [{ kind: "function" as const, recipe: { ...recipe, ...more }, files }] }
    })
    const { summary, inspectable } = describes(asking())
    expect(inspectable).toBe(true)
    expect(summary).toContain(
      [
        "It runs:",
        '  method: "POST"',
        '  url: "https://a.example/{id}\\u202e"',
        "  headers: {",
        '    "X-Mode": "${env:MODE}"',
        "  }",
        '  words: "a b"',
        '  file: "/ws/x.sh", sha256:00'
      ].join("\n")
    )
    expect(describes(asking({ body: "x".repeat(shownCharacters) })).inspectable).toBe(false)
  })

  it("shows the tool's abilities, the resources and the arguments", () => {
    const resources: ReadonlyArray<Resource> = [
      file("/ws/a b", "r"),
      file("/ws/c", "rw"),
      { kind: "host", host: "example.org", port: 443 },
      { kind: "host", host: "[::1]", port: 80 },
      { kind: "command", argv: ["env"], assigned: [], wrapper: true, inWorkspace: true, paths: [], hosts: [] },
      {
        kind: "command",
        argv: ["rm", "-rf", 'a" "b'],
        assigned: ["PATH"],
        wrapper: false,
        inWorkspace: false,
        paths: [],
        hosts: []
      },
      { kind: "opaque", reason: "The program is computed when the command runs." }
    ]
    const shell = tool("shell", { sideEffects: "EXECUTE", risk: "HIGH", destructive: true })
    const args: Args = {
      command: "env PATH=. rm -rf 'a\" \"b'",
      n: [1, -0, 1e21, true, null, [], {}],
      o: { p: { q: "" } }
    }
    expect(describes({ tool: shell, resources, args })).toEqual(
      lines(
        'Tool "shell" runs code or commands (EXECUTE), risk HIGH, destructive.',
        "It points at:",
        '  file to read: "/ws/a b"',
        '  file to read and write: "/ws/c"',
        '  host: "example.org:443"',
        '  host: "[::1]:80"',
        '  command that starts or leads to another: "env"',
        String.raw`  command: "rm" "-rf" "a\" \"b"; with these variables set: "PATH"; perhaps outside the workspace`,
        "  unknown: The program is computed when the command runs.",
        "Its arguments:",
        "  {",
        String.raw`    "command": "env PATH=. rm -rf 'a\" \"b'",`,
        '    "n": [',
        "      1,",
        "      -0,",
        "      1e+21,",
        "      true,",
        "      null,",
        "      [],",
        "      {}",
        "    ],",
        '    "o": {',
        '      "p": {',
        '        "q": ""',
        "      }",
        "    }",
        "  }"
      )
    )
  })

  it.each([
    ["NONE", "computes"],
    ["READ", "reads files or queries the network"],
    ["WRITE", "changes files in the workspace"],
    ["NETWORK", "changes the world outside over the network"]
  ] as const)("explains %s", (sideEffects, means) => {
    expect(describes({ tool: tool("it", { sideEffects }), args: {}, resources: [] })).toEqual(
      lines(`Tool "it" ${means} (${sideEffects}), risk SAFE.`, "Its arguments:", "  {}")
    )
  })

  it("masks secrets of the tool's configuration, says so, and stays inspectable", () => {
    const argv = ["mysql", "-pBanane77", "shop"]
    const implementations = [{ kind: "command" as const, argv }]
    const resources: ReadonlyArray<Resource> = [
      { kind: "command", argv, assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] }
    ]
    expect(describes({ tool: tool("it", { implementations }), args: { password: "said" }, resources })).toEqual(
      lines(
        'Tool "it" changes files in the workspace (WRITE), risk SAFE.',
        "It points at:",
        '  command: "mysql" "-p[redacted]" "shop"',
        "It runs:",
        '  command: "mysql" "-p[redacted]" "shop"',
        "  1 part masked as [redacted]: secrets of the tool's configuration. The approval is void once one of them changes.",
        "Its arguments:",
        "  {",
        '    "password": "said"',
        "  }"
      )
    )
  })

  it("puts the length before every long text", () => {
    const [short, long] = ["s".repeat(80), "l".repeat(81)]
    expect(describes({ args: { [long]: short, short: long }, resources: [file(`/${long}`)] })).toEqual(
      lines(
        'Tool "write_file" changes files in the workspace (WRITE), risk SAFE.',
        "It points at:",
        `  file to write: (82 characters) "/${long}"`,
        "Its arguments:",
        "  {",
        `    (81 characters) "${long}": "${short}",`,
        `    "short": (81 characters) "${long}"`,
        "  }"
      )
    )
  })

  it("shows faked lines, quotes and directions escaped on one line", () => {
    const forged =
      'a"\n}\nTool "read_file" computes (NONE), risk SAFE.\r\u2028\u0085\u001b[2J\u202e\u200b\ud800\u00a0\u3164\ufe0f'
    expect(describes({ args: { forged }, resources: [] }).summary.split("\n")[3]).toBe(
      String.raw`    "forged": "a\"\n}\nTool \"read_file\" computes (NONE), risk SAFE.` +
        String.raw`\r\u2028\u0085\u001b[2J\u202e\u200b\ud800\u00a0\u3164\ufe0f"`
    )
  })

  it("escapes line ends in a reason", () => {
    const resources: ReadonlyArray<Resource> = [{ kind: "opaque", reason: 'A part is "odd"\nTool "a" computes\u202e.' }]
    expect(describes({ resources, args: {} }).summary.split("\n")[2]).toBe(
      String.raw`  unknown: A part is "odd"\u000aTool "a" computes\u202e.`
    )
  })

  it("reports what was not analysed, and why", () => {
    const resources: ReadonlyArray<Resource> = [{ kind: "unread", reason: "The text is longer than 64 KiB." }]
    expect(describes({ resources, args: {} }).summary.split("\n")[2]).toBe(
      "  not read, and not shown above: The text is longer than 64 KiB."
    )
  })

  it("reports the missing amount in the first and last line", () => {
    const { summary, inspectable } = describes({ args: { content: "y".repeat(100_000) }, resources: [] })
    const all = summary.split("\n")
    const [, missing] = /at least (\d+) characters/.exec(all[0] ?? "") ?? []
    expect(inspectable).toBe(false)
    expect(all[0]).toBe(
      `Tool "write_file" changes files in the workspace (WRITE), risk SAFE, uninspectable: at least ${missing} characters of it are not shown.`
    )
    expect(all.at(-1)).toBe(`Not shown: at least ${missing} more characters.`)
    expect(all[3]).toMatch(/^ {4}"content": \(100000 characters\) "y+$/)
    const body = all.slice(1, -1).join("\n")
    expect(body).toHaveLength(shownCharacters)
    expect(Number(missing)).toBeGreaterThanOrEqual(100_000 - shownCharacters)
  })

  it("marks an item as uninspectable only if it is longer than the limit", () => {
    const withLength = (length: number) => describes({ args: { c: "y".repeat(length) }, resources: [] })
    const rest = withLength(60_000).summary.split("\n").slice(1).join("\n").length - 60_000
    expect(withLength(shownCharacters - rest).inspectable).toBe(true)
    expect(withLength(shownCharacters - rest + 1).inspectable).toBe(false)
  })

  it("handles the largest arguments quickly", () => {
    const huge = { a: "\u0000".repeat(16 * 1024 * 1024), b: Array.from({ length: 100_000 }, () => "\u202e") }
    const { summary, inspectable } = describes({ args: huge, resources: [] })
    expect({ inspectable, short: summary.length < shownCharacters + 500 }).toEqual({ inspectable: false, short: true })
  })

  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom('"', "\\", "\n", " ", "}", "T", "(", "\ud800", "\u202e", "\u0301") }),
    fc.string({ unit: "binary", minLength: 81, maxLength: 120 })
  )
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      anyText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom<Json>(null, true, false),
      fc.array(tie("json"), { maxLength: 4 }),
      fc.dictionary(anyText, tie("json"), { maxKeys: 4 })
    )
  }))
  const first = 'Tool "write_file" changes files in the workspace (WRITE), risk SAFE'
  const isOurs = (line: string) => !line.startsWith("  ")
  const withoutLengths = (line: string) =>
    line.replace(/^( *)(?:\(\d+ characters\) )?("(?:[^"\\]|\\.)*": )?(?:\(\d+ characters\) )?/, "$1$2")

  it("is complete and cannot be forged: reading its lines back gives the arguments", () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, json), fc.array(anyText), (args: Args, paths) => {
        const { summary, inspectable } = describes({ args, resources: paths.map((path) => file(path)) })
        expect(inspectable).toBe(true)
        expect(summary.replaceAll("\n", "")).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
        const all = summary.split("\n")
        expect(all.filter(isOurs)).toEqual([
          `${first}.`,
          ...(paths.length > 0 ? ["It points at:"] : []),
          "Its arguments:"
        ])
        const begin = all.indexOf("Its arguments:")
        const files = all.slice(2, begin).map((line) => line.replace("  file to write: ", ""))
        expect(files.map((line) => parseJson(withoutLengths(line)))).toEqual(paths)
        const shown = all.slice(begin + 1).map(withoutLengths)
        expect(plain(parseJson(shown.join("\n")))).toEqual(plain(args))
      }),
      runs(500)
    )
  })

  it("cannot be forged at the cut", () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.boolean(), (text, shift, inPath) => {
        const long = "s".repeat(shift) + `${text}x`.repeat(Math.ceil(shownCharacters / (text.length + 1)))
        const asking = inPath ? { resources: [file(long)], args: {} } : { resources: [], args: { long } }
        const { summary, inspectable } = describes(asking)
        const ours = summary.split("\n").filter(isOurs)
        const [missing] = /\d+/.exec(ours.at(-1) ?? "") ?? []
        expect({ inspectable, ours: ours.filter((line) => !/^It/.test(line)) }).toEqual({
          inspectable: false,
          ours: [
            `${first}, uninspectable: at least ${missing} characters of it are not shown.`,
            `Not shown: at least ${missing} more characters.`
          ]
        })
        expect(summary.isWellFormed()).toBe(true)
      }),
      runs(100)
    )
  })
})
