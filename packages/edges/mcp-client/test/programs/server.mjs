// An MCP server over stdio, in the protocol of 2025-11-25, written by hand so that it can also break it.
import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs"
import { createInterface } from "node:readline"

const [, , mode = "normal", state = ""] = process.argv

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
const answer = (id, result) => write({ id, result })
const text = (text) => ({ content: [{ type: "text", text }] })
const note = (line) => state !== "" && mode !== "described" && mode !== "listed" && appendFileSync(state, `${line}\n`)
const noted = () => (state !== "" && existsSync(state) ? readFileSync(state, "utf8") : "")

const anything = { type: "object" }
const tool = (name, more = {}) => ({ name, description: `The tool ${name}.`, inputSchema: anything, ...more })

const counted = { type: "object", properties: { count: { type: "number" } }, required: ["count"] }

const asked = new Map()
let asks = 0
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `ask ${++asks}`
    asked.set(id, resolve)
    write({ id, method, params })
  })

const tools = {
  echo: (id, args) => answer(id, text(JSON.stringify(args))),
  env: (id) => answer(id, text(JSON.stringify(process.env))),
  read: (id, { path }) => {
    try {
      answer(id, text(readFileSync(path, "utf8")))
    } catch (error) {
      answer(id, { ...text(error.code), isError: true })
    }
  },
  meta: (id, _args, params) => answer(id, text(JSON.stringify(params._meta))),
  wait: () => note("waiting"),
  crash: () => {
    note("crashed")
    process.exit(3)
  },
  crash_once: (id) => {
    if (noted().includes("crashed once")) return answer(id, text("alive"))
    note("crashed once")
    process.exit(3)
  },
  fail: (id) => answer(id, { ...text("no such row"), isError: true }),
  refuse: (id) => write({ id, error: { code: -32602, message: "count is missing" } }),
  wrong: (id) => answer(id, { content: [], structuredContent: { count: "many" } }),
  right: (id) => answer(id, { content: [], structuredContent: { count: 2 } }),
  nothing: (id) => answer(id, { content: [] }),
  shapeless: (id) => answer(id, { content: "no list" }),
  blocks: (id) =>
    answer(id, {
      content: [
        { type: "text", text: "one" },
        { type: "image", mimeType: "image/png", data: "aWNv" },
        { type: "audio", mimeType: "audio/wav", data: "d2F2" },
        { type: "resource_link", uri: "file:///a.txt", name: "a", mimeType: "text/plain" },
        { type: "resource", resource: { uri: "file:///b.txt", mimeType: "text/plain", text: "two" } },
        { type: "resource", resource: { uri: "file:///c.bin", mimeType: "application/x-c", blob: "Yw==" } }
      ],
      _meta: { "toolgate/executed": "no" }
    }),
  mixed: (id) =>
    answer(id, {
      content: [
        { type: "text", text: "kept" },
        { type: "video", data: "AA==", mimeType: "video/mp4" },
        "no block",
        { type: "image", mimeType: "image/png", data: "data:image/png;base64,aWNv" },
        { type: "text" }
      ],
      isError: "false"
    }),
  empty: (id) => answer(id, { content: null, isError: null }),
  primitive: (id) => answer(id, { content: [{ type: "text", text: "kept" }], structuredContent: [1] }),
  told: (id) => answer(id, { content: [{ type: "text", text: "kept" }] }),
  mistyped: (id) => answer(id, { content: [{ type: "text", text: "kept" }], structuredContent: { count: "many" } }),
  links: (id, { uris }) =>
    answer(id, {
      content: uris.flatMap((uri) => [
        { type: "resource_link", uri, name: "n" },
        { type: "resource", resource: { uri, text: "inner" } }
      ])
    }),
  halves: (id) =>
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"a\\ud800b"}],"structuredContent":{"k\\udc00":"\\ud83d"}}}\n`
    ),
  half_error: (id) =>
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":"no \\ud800"}}\n`),
  whisper: (id, _args, { _meta }) => {
    for (let progress = 100_000; progress < 110_000; progress++)
      write({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress, message: "" } })
    answer(id, text("done"))
  },
  leak: (id, { padding }) => {
    const secret = process.env.TOKEN
    const line = `${"x".repeat(padding)}${secret}`
    process.stdout.write(`${line}\n`)
    write({ method: "notifications/message", params: { level: "info", data: line } })
    process.stderr.write(`${line}\n`, () => answer(id, text("leaked")))
  },
  progress: (id, _args, { _meta }) => {
    const { progressToken } = _meta
    for (const more of [{ progress: 1, message: "begun" }, { progress: 2 }])
      write({ method: "notifications/progress", params: { progressToken, total: 2, ...more } })
    answer(id, text("done"))
  },
  liar: (id) => {
    answer(id + 1000, text("for another"))
    answer(id, text("the first"))
    answer(id, text("the second"))
  },
  asking: async (id) => {
    const answers = [
      await ask("sampling/createMessage", { messages: [], maxTokens: 1 }),
      await ask("roots/list", {}),
      await ask("elicitation/create", { message: "?", requestedSchema: { type: "object", properties: {} } })
    ]
    answer(id, text(JSON.stringify(answers)))
  },
  form: async (id, { text: note }) => {
    const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] }
    answer(
      id,
      text(JSON.stringify([note, await ask("elicitation/create", { message: "Your name?", requestedSchema })]))
    )
  },
  flood: (id) => {
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":"`)
    const piece = "x".repeat(1024 * 1024)
    const more = () => {
      while (process.stdout.write(piece));
      process.stdout.once("drain", more)
    }
    more()
  },
  half: (id) => {
    writeSync(1, `{"jsonrpc":"2.0","id":${id},"resu`)
    process.exit(0)
  },
  null_result: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":null}\n`),
  no_result: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id}}\n`),
  null_error: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":null}\n`),
  json_lines: (id) => {
    for (const line of ['{"level":30,"id":1}', '{"jsonrpc":"2.0","method":"notifications/x","result":null}', "{}"])
      process.stdout.write(`${line}\n`)
    answer(id, text("still here"))
  },
  twice_said: (id) => process.stdout.write(`{"jsonrpc":"2.0","result":{"content":[],"content":[]},"id":${id}}\n`),
  garbage: () => process.stdout.write('{"jsonrpc": nonsense}\n'),
  cut: (id) => process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"cut\n`),
  deep: (id) =>
    process.stdout.write(`{"id": ${id}, "jsonrpc": "2.0", "result": ${"[".repeat(2_000)}${"]".repeat(2_000)}}\n`),
  chatter: (id, { lines }) => {
    for (const line of lines) process.stdout.write(`${line}\n`)
    answer(id, text("still here"))
  },
  log: (id, { count }) => {
    for (let line = 1; line <= count; line++)
      write({ method: "notifications/message", params: { level: "info", data: `line ${line}\u001b[2J of the log` } })
    answer(id, text("logged"))
  },
  change: (id, { list: next }) => {
    list = next
    write({ method: "notifications/tools/list_changed" })
    answer(id, text("changed"))
  }
}

const lists = {
  normal: () =>
    Object.keys(tools).map((name) =>
      tool(
        name,
        ["wrong", "right", "nothing", "primitive", "told", "mistyped"].includes(name) ? { outputSchema: counted } : {}
      )
    ),
  many: () => Array.from({ length: 2_001 }, (_, index) => tool(`t${index}`)),
  unchecked: () => [
    tool("mail", {
      inputSchema: {
        type: "object",
        properties: {
          to: { type: "string", pattern: "^(?!\\.)a" },
          n: { type: "number", minimum: 0, exclusiveMinimum: true }
        },
        required: ["to"]
      }
    }),
    tool("nested", { inputSchema: { type: "object", properties: nested(30) } }),
    tool("too_deep", { inputSchema: { type: "object", properties: nested(200) } }),
    tool("plain")
  ],
  halves: () => [
    tool("odd", {
      description: "half \ud800",
      inputSchema: { type: "object", properties: { "k\udc00": { type: "string", enum: ["\ud83d"] } } }
    })
  ],
  large: () =>
    Array.from({ length: 501 }, (_, index) =>
      tool(`t${index}`, { description: "x".repeat(index === 7 ? 2_000_000 : 16_000) })
    ),
  endless: () => [tool("one")],
  alike: () => alike,
  alike_reversed: () => alike.toReversed(),
  odd: () => [
    tool("echo"),
    tool("Read"),
    tool("read"),
    tool("a/b"),
    tool("a b"),
    tool("c/d"),
    tool("ech\u043e"),
    tool("x".repeat(200)),
    tool("no_schema", { inputSchema: undefined }),
    tool("untyped", { inputSchema: { $schema: "https://json-schema.org/draft/2020-12/schema" } }),
    tool("remote", { inputSchema: { type: "object", properties: { a: { $ref: "https://example.com/a.json" } } } }),
    tool("cyclic", { inputSchema: { type: "object", properties: { a: { $ref: "#/properties/a" } } } }),
    tool("deep", { inputSchema: { type: "object", properties: nested(100) } }),
    tool("long", { description: "x".repeat(20_000) }),
    tool("number", { description: 7 }),
    { description: "nameless" },
    null,
    tool("hidden", { description: "good\u202Edab" }),
    tool("of_list", { inputSchema: { type: "array" } }),
    tool("tasked", { execution: { taskSupport: "required" } })
  ],
  listed: () => JSON.parse(readFileSync(state, "utf8")).map(({ name, ...more }) => tool(name, more)),
  described: () => [tool("echo", { description: readFileSync(state, "utf8") })],
  leaking: () => [
    tool("described", {
      title: `For ${process.env.TOKEN}`,
      inputSchema: { type: "object", properties: { key: { type: "string", default: process.env.TOKEN } } }
    }),
    tool("named", { inputSchema: { type: "object", properties: { [process.env.TOKEN]: {} } } }),
    tool(`of_${process.env.TOKEN}`),
    tool("echo")
  ],
  hinted: () => [
    tool("reads", { annotations: { readOnlyHint: true } }),
    tool("destroys", { annotations: { destructiveHint: true } }),
    tool("reaches", { annotations: { openWorldHint: true } }),
    tool("plain")
  ]
}
const alike = [
  ...["a/b", "a_b", "a b", "Pick", "pick", "c/d", "same", "same", "x".repeat(200), `${"x".repeat(200)}y`].map((name) =>
    tool(name)
  ),
  tool("twice"),
  tool("twice", { title: "another" })
]
/** The pages of a list, by the cursor that a client sends. Each is an answer, or an error. */
const paged = {
  circle: (page) => ({ tools: [tool(`t${page}`)], nextCursor: String((page % 3) + 1) }),
  no_page: (page) => (page === 3 ? { tools: "none" } : { tools: [tool(`t${page}`)], nextCursor: String(page + 1) }),
  no_answer: (page) => (page === 3 ? undefined : { tools: [tool(`t${page}`)], nextCursor: String(page + 1) }),
  pages: (page) => ({ tools: [tool(`t${page}`)], nextCursor: String(page + 1) })
}
const nested = (depth) => (depth === 0 ? {} : { a: { type: "object", properties: nested(depth - 1) } })
let list = (lists[mode] ?? lists.normal)()

if (mode === "dies") process.exit(4)
if (mode === "greets") {
  process.stdout.write("Server started\n\n")
  process.stderr.write("a word \u001b[2Jto the log\n")
}
note("started")
// Says nothing until its state file exists.
if (mode === "late") while (!existsSync(`${state}.go`)) await new Promise((resolve) => setTimeout(resolve, 10))

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result, error } = JSON.parse(line)
  if (mode === "silent") continue
  if (method === undefined) asked.get(id)?.(error?.code ?? result)
  else if (method === "server/discover" && mode === "picky") process.exit(1)
  else if (method === "initialize")
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "fixture", version: "1" }
    })
  else if (method === "tools/list" && Object.hasOwn(paged, mode)) {
    const page = paged[mode](Number(params?.cursor ?? 1))
    if (page === undefined) write({ id, error: { code: -32602, message: "no such page" } })
    else answer(id, page)
  } else if (method === "tools/list")
    answer(id, { tools: list, ...(mode === "endless" ? { nextCursor: "again" } : {}) })
  else if (method === "tools/call") {
    if (Object.hasOwn(tools, params.name)) tools[params.name](id, params.arguments, params)
    else answer(id, text(`${params.name} was called`))
  } else if (method === "notifications/cancelled") note("cancelled")
  else if (id !== undefined) write({ id, error: { code: -32601, message: "Method not found" } })
}
