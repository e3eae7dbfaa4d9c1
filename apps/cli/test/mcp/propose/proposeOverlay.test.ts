import { existsSync, readFileSync } from "node:fs"
import { ToolRegistry } from "@toolgate/core"
import { type ListedTool, type McpServerEntry, parseMcpConfig } from "@toolgate/mcp-client"
import { MapToolRegistry } from "@toolgate/registry"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readListed, toTool } from "../../../../../packages/edges/mcp-client/src/upstream/listedTool.ts"
import { getRegisteredName } from "../../../../../packages/edges/mcp-client/src/upstream/registeredNames.ts"
import { server } from "../../../../../packages/edges/mcp-client/test/openServers.ts"
import { addOverlays } from "../../../src/mcp/install/editMcpConfig.ts"
import { formatOverlays } from "../../../src/mcp/propose/formatOverlays.ts"
import { proposeOverlay } from "../../../src/mcp/propose/proposeOverlay.ts"

const path = { type: "string", description: "The path of a file" }

/** Returns the resources that are proposed for arguments, each in a line, and the notes. */
const proposed = (schema: object, more: object = {}, entry: Pick<McpServerEntry, "source"> = writing) => {
  const { resources, notes } = proposeOverlay(entry, "/project", listed({ inputSchema: schema, ...more }))
  return [...resources.map((one) => Object.values(one).join(" ")), ...notes]
}

const listed = (more: object): ListedTool => ({ name: "do_it", ...more })

const withFiles = (...files: ReadonlyArray<{ readonly path: string; readonly mode: "r" | "w" | "rw" }>) =>
  server("files", [], { source: { unconfined: false, command: ["node", "/opt/files/index.js", "/notes"], files } })
const writing = withFiles({ path: "/opt/files", mode: "r" }, { path: ".", mode: "rw" })
const reading = withFiles({ path: "/opt/files", mode: "r" }, { path: "data", mode: "r" })
const http = { source: { kind: "http", url: "https://example.com", headers: {} } } as const

const object = (properties: object, ...required: ReadonlyArray<string>) => ({ type: "object", properties, required })
const text = { type: "string" }

describe("the class of a proposal", () => {
  const classOf = (annotations: object, trustsHints: boolean, entry: Pick<McpServerEntry, "source"> = http) =>
    proposeOverlay(entry, "/project", listed({ inputSchema: object({ cmd: text }), annotations }), trustsHints).class
  const plain = (annotations: object, trustsHints: boolean, entry: Pick<McpServerEntry, "source"> = http) =>
    proposeOverlay(entry, "/project", listed({ inputSchema: object({}), annotations }), trustsHints).class

  it("is READ for a tool that claims to only read, if the operator trusts the server's hints", () => {
    const reads = { readOnlyHint: true }
    for (const entry of [http, server("loose"), writing]) {
      expect(plain(reads, true, entry)).toBe("READ")
      expect(plain(reads, false, entry)).toBe(plain({}, false, entry))
      for (const hints of [{}, { readOnlyHint: false }, { readOnlyHint: "true" }, { ...reads, destructiveHint: true }])
        expect(plain(hints, true, entry)).toBe(plain({}, false, entry))
    }
    expect(classOf(reads, true)).toBe("EXECUTE")
  })
})

describe("the name of a file at a service", () => {
  const gist = object(
    { filename: { ...text, description: "Filename for simple single-file gist creation" }, content: text },
    "filename",
    "content"
  )
  const elsewhere = ['"filename" may be a path on another machine.']

  it("is not treated as a local file if the server reaches other hosts and nothing says where the file is", () => {
    const loose = server("gh")
    expect(proposed(gist, {}, loose)).toEqual(elsewhere)
    expect(proposed(gist, {}, http)).toEqual(elsewhere)
    expect(proposed(gist, {}, reading)).toEqual(["file filename r"])
    expect(proposed(object({ filename: path }, "filename"), {}, loose)).toEqual(["file filename rw"])
    expect(proposed(object({ path: text }, "path"), {}, loose)).toEqual(["file path rw"])
  })
})

describe("the resources of a proposal", () => {
  it.each<[string, object, ReadonlyArray<string>]>([
    ["a path", object({ path: text }, "path"), ["file path rw"]],
    ["a path by its description", object({ where: path }, "where"), ["file where rw"]],
    [
      "a path of another name",
      object({ inputFilePath: text, out_dir: text }, "inputFilePath", "out_dir"),
      ["file inputFilePath rw", "file out_dir rw"]
    ],
    ["paths in a list", object({ paths: { type: "array", items: text } }, "paths"), ["file /paths/* rw"]],
    [
      "paths in objects of a list",
      object({ edits: { type: "array", items: object({ path: text, text }, "path") } }, "edits"),
      ["file /edits/*/path rw"]
    ],
    ["a path in an object", object({ options: object({ path: text }, "path") }, "options"), ["file /options/path rw"]],
    [
      "a path behind names with signs",
      object({ "a/b": object({ "~path": text }, "~path") }, "a/b"),
      ["file /a~1b/~0path rw"]
    ],
    ["a path behind anyOf", object({ path: { anyOf: [text, { type: "null" }] } }, "path"), ["file path rw"]],
    [
      "a path behind allOf and $ref",
      {
        allOf: [{ $ref: "#/$defs/At" }],
        $defs: { At: object({ path: { $ref: "#/$defs/Path" } }, "path"), Path: text }
      },
      ["file path rw"]
    ],
    [
      "a path or a list of them",
      object({ path: { anyOf: [text, { type: "array", items: text }] } }, "path"),
      ['"path" takes one value or a list, which cannot be declared.']
    ],
    ["a URL by its format", object({ target: { type: "string", format: "uri" } }, "target"), ["url target"]],
    ["a URL by its name", object({ webhookUrl: text }, "webhookUrl"), ["url webhookUrl"]],
    [
      "a URL of other kinds too",
      object({ uri: { ...text, description: "https:, file: or data: URI" } }, "uri"),
      ['"uri" takes more than http and https URLs.']
    ],
    ["a command", object({ command: text }, "command"), ["shell command"]],
    ["a command in words", object({ argv: { type: "array", items: text } }, "argv"), ["argv argv"]],
    [
      "a list of commands",
      object({ runs: { type: "array", items: object({ command: text }, "command") } }, "runs"),
      ['"command" is a list of commands, which cannot be declared.']
    ],
    ["a path with a default", object({ path: { ...text, default: "." } }), ["file path rw ."]],
    [
      "a path that may be left out",
      object({ path: text }),
      ["file path rw", 'A call without "path" is refused, unless the resource has a "fallback" or "absent: nothing".']
    ],
    [
      "a default that is no plain text",
      object({ path: { ...text, default: "a\u202eb" } }),
      ["file path rw", 'A call without "path" is refused, unless the resource has a "fallback" or "absent: nothing".']
    ],
    [
      "a path in a service",
      object({ repo: text, path: text }, "repo", "path"),
      ['"path" may be a path on another machine.']
    ],
    ["what only sounds like a path", object({ jsonPath: { ...text, description: "A JSONPath" }, color: text }), []],
    ["choices", object({ path: { enum: ["a", "b"], type: "string" } }), []],
    ["a member named as the items of a list", object({ "*": path, "a\nb": path }), []],
    ["nothing", {}, []],
    ["what is no schema", { properties: 7, required: "x", items: null, anyOf: [null, 7] } as object, []]
  ])("are found for %s", (_, schema, expected) => {
    expect(proposed(schema)).toEqual(expected)
  })

  it("are found in bounded time in a schema that refers to itself, or is huge", () => {
    const loop = { $ref: "#/$defs/A" }
    const cyclic = {
      ...loop,
      $defs: { A: { properties: { path: text, next: loop, other: loop, third: loop }, anyOf: [loop, loop, loop] } }
    }
    const wide = Array.from({ length: 1_000 }, () => loop)
    const endless = { ...loop, $defs: { A: { items: loop, anyOf: wide, properties: { ...wide } } } }
    const huge = object(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`path${at} path`, path])))
    for (const schema of [cyclic, huge]) expect(proposed(schema)[0]).toMatch(/^file /)
    expect(proposed(endless)).toEqual(["Its schema is too deep or too large to be read in full."])
  })

  it("include the host if the entry shows the program files outside the workspace", () => {
    const schema = object({ path: text }, "path")
    const more = (file: string, mode: "r" | "rw") => proposed(schema, {}, withFiles({ path: file, mode }))[0]
    expect(more("/notes", "rw")).toBe("file path rw host")
    expect(more("/notes", "r")).toBe("file path r host")
    expect(more("../notes", "r")).toBe("file path r host")
    expect(more("/opt/files", "rw")).toBe("file path rw host")
    for (const own of ["/opt/files", "/opt", "/project/data", "data", "."]) expect(more(own, "r")).toBe("file path r")
  })
})

describe("the class of a proposal", () => {
  const of = (entry: Pick<McpServerEntry, "source">, more: object = {}) =>
    proposeOverlay(entry, "/project", listed({ inputSchema: object({ a: text }), ...more })).class

  it("is the worst that the entry allows, or absent if that is the default", () => {
    const online = { source: { ...reading.source, network: "any" } } as Pick<McpServerEntry, "source">
    expect([reading, writing, online, server("loose"), http].map((entry) => of(entry))).toEqual([
      "READ",
      "WRITE",
      undefined,
      undefined,
      undefined
    ])
  })

  it("does not improve with anything that the server says", () => {
    const gentle = { annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false } }
    for (const entry of [reading, writing, server("loose"), http]) expect(of(entry, gentle)).toBe(of(entry))
    expect(proposed(object({ path: text }, "path"), gentle)).toEqual([
      "file path rw",
      "The server says: readOnlyHint true, destructiveHint false, openWorldHint false."
    ])
  })

  it("is EXECUTE for a tool that takes commands, with any entry", () => {
    const runs = { inputSchema: object({ command: text }, "command") }
    for (const entry of [reading, writing, server("loose"), http]) expect(of(entry, runs)).toBe("EXECUTE")
    const many = { type: "array", items: object({ command: text }, "command") }
    expect(of(reading, { inputSchema: object({ many }, "many") })).toBe("EXECUTE")
  })
})

/** Writes the proposal for a tool into a `mcp.yaml`, and registers the tool with what is read there. Returns the problems. */
const registeredWith = async (tool: ListedTool, source: object) => {
  const file = `servers:\n  files: ${JSON.stringify(source)}\n`
  const before = await read(file)
  const draft = proposeOverlay(before, "/project", tool)
  for (const note of draft.notes) expect(note).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)
  const after = await Effect.runPromise(addOverlays(file, "mcp.yaml", "files", [draft], {}))
  const entry = await read(after)
  expect([...entry.tools.keys()]).toEqual([tool.name])
  await read(formatOverlays("files", [draft]).replace("    tools:", '    url: "https://a.example/"\n    tools:'))
  const made = toTool(entry, tool, getRegisteredName("files", tool.name) ?? "", async () => ({ content: [] }))
  const registering = Effect.flatMap(ToolRegistry, (registry) => registry.add(made))
  return Effect.runPromise(
    Effect.match(registering, { onSuccess: () => undefined, onFailure: ({ problems }) => problems }).pipe(
      Effect.provide(MapToolRegistry.layer([]))
    )
  )
}

const read = async (text: string): Promise<McpServerEntry> => {
  const { servers } = await Effect.runPromise(parseMcpConfig(text, "mcp.yaml"))
  return servers.get("files") ?? Promise.reject(new Error("There is no server."))
}

const sources = [
  { command: ["node", "/opt/a.js"], files: [{ path: "/data", mode: "rw" }] },
  { command: ["node", "/opt/a.js"], unconfined: true },
  { url: "https://example.com/mcp" }
]

it("can be written, read again and registered, with any schema", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "path",
      "paths",
      "file_path",
      "url",
      "command",
      "argv",
      "*",
      "__proto__",
      "constructor",
      "repo",
      "~1",
      ""
    ),
    fc.string({ unit: "binary", maxLength: 8 }).filter((text) => text.isWellFormed())
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof({ maxDepth: 4 }, tie("text"), tie("list"), tie("object"), tie("either"), tie("other")),
    text: fc.record(
      { type: fc.constant("string"), format: fc.constantFrom("uri", "date"), description: word, default: word },
      { requiredKeys: ["type"] }
    ),
    list: fc.record({ type: fc.constant("array"), items: tie("schema") }),
    object: fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(word, tie("schema"), { maxKeys: 4, noNullPrototype: true }),
      required: fc.uniqueArray(word, { maxLength: 2 })
    }),
    either: fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    other: fc.constantFrom({}, { $ref: "#/$defs/A" }, { $ref: "#" })
  }))
  const tool = fc.record({
    name: fc.oneof(
      fc.constantFrom("__proto__", "null", "true", "1", "&a", "*b", "<<", "a: b", "# c", "- d", "constructor"),
      fc.stringMatching(/^[ -~]{1,20}$/)
    ),
    inputSchema: fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(word, schema, { maxKeys: 4, noNullPrototype: true }),
      $defs: fc.record({ A: schema })
    }),
    annotations: fc.record({ readOnlyHint: fc.boolean() })
  })
  await fc.assert(
    fc.asyncProperty(tool, fc.constantFrom(...sources), async (given, source) => {
      const read = readListed(JSON.parse(JSON.stringify(given)))
      fc.pre(typeof read !== "string")
      const bare = await registeredAlone(read)
      fc.pre(bare === undefined)
      expect(await registeredWith(read, source)).toBe(undefined)
    }),
    runs(150)
  )
})

/** Returns the problems of a tool without an overlay. */
const registeredAlone = (tool: ListedTool) => {
  const made = toTool(writing as McpServerEntry, tool, "mcp__files__x", async () => ({ content: [] }))
  return Effect.runPromise(
    Effect.flatMap(ToolRegistry, (registry) => registry.add(made)).pipe(
      Effect.match({ onSuccess: () => undefined, onFailure: ({ problems }) => problems }),
      Effect.provide(MapToolRegistry.layer([]))
    )
  )
}

const data = new URL("../../../../../../shared/data/mcp-tool-definitions.jsonl", import.meta.url)

it.skipIf(!existsSync(data))("every proposal for a published tool can be registered", async () => {
  const rows = readFileSync(data, "utf8").trim().split("\n")
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const { name, description, inputSchema, outputSchema, annotations } = JSON.parse(row)
    const tool = readListed({ name, description, inputSchema, outputSchema, annotations })
    if (typeof tool === "string") throw new Error(tool)
    for (const source of sources) expect(await registeredWith(tool, source)).toBe(undefined)
    const { resources } = proposeOverlay(writing, "/project", tool)
    for (const kind of new Set(resources.map(({ kind }) => kind))) counts[kind] = (counts[kind] ?? 0) + 1
  }
  expect([rows.length, counts]).toEqual([281, { file: 40, url: 21, argv: 2, shell: 1 }])
})
