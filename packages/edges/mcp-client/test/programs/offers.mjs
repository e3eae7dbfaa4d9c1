// An MCP server over stdio with resources and prompts, in the protocol of 2025-11-25.
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const [, , mode = "normal"] = process.argv

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
const answer = (id, result) => write({ id, result })
const refuse = (id, code, message) => write({ id, error: { code, message } })

const resource = (uri, more = {}) => ({ uri, name: uri, ...more })
const note = resource("notes://one", { name: "One", description: "The first note.", mimeType: "text/plain", size: 5 })

const lists = {
  normal: [note],
  many: Array.from({ length: 5_000 }, (_, index) => resource(`notes://${index}`)),
  long: Array.from({ length: 300 }, (_, index) => resource(`notes://${index}`, { description: "x".repeat(16_000) })),
  odd: [
    note,
    resource("no address"),
    resource("notes://a b"),
    resource("notes://\u202e"),
    resource("notes://sec/s3cret-value"),
    resource("notes://long", { description: "x".repeat(20_000) }),
    resource("notes://number", { description: 7 }),
    { name: "nowhere" },
    null
  ],
  files: process.argv.slice(3).map((uri) => resource(uri))
}

const text = (text) => ({ type: "text", text })
const prompts = {
  review: {
    listed: {
      description: process.env.REVIEWS ?? "Reviews code.",
      arguments: [{ name: "code", description: "The code.", required: true }]
    },
    get: ({ code }) => [
      { role: "user", content: text(`Review ${code}.`) },
      { role: "assistant", content: { type: "resource", resource: { uri: "notes://one", text: "first" } } },
      {
        role: "user",
        content: {
          type: "image",
          mimeType: "image/png",
          data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        }
      }
    ]
  },
  secret: { listed: {}, get: () => [{ role: "user", content: text(`The token is ${process.env.TOKEN}.`) }] },
  "a/b": { listed: {}, get: () => [{ role: "user", content: text("slash") }] },
  a_b: { listed: {}, get: () => [{ role: "user", content: text("line") }] },
  "ech\u043e": { listed: {}, get: () => [] }
}

const read = (id, uri) => {
  if (uri === "notes://one") return answer(id, { contents: [{ uri, mimeType: "text/plain", text: "first" }] })
  if (uri === "notes://two") return answer(id, { contents: [{ uri, blob: "Yg==" }] })
  if (uri === "notes://env") return answer(id, { contents: [{ uri, text: `${process.env.TOKEN}` }] })
  if (uri === "notes://crash") process.exit(3)
  if (uri === "notes://fails") return refuse(id, -32603, "the disk is full")
  if (uri.startsWith("file:"))
    return answer(id, { contents: [{ uri, text: readFileSync(fileURLToPath(uri), "utf8") }] })
  if (uri.startsWith("http")) return answer(id, { contents: [{ uri, text: "a page" }] })
  return refuse(id, -32002, `Nothing is at ${uri}.`)
}

const answers = {
  initialize: (id, { protocolVersion }) =>
    answer(id, {
      protocolVersion,
      capabilities: { tools: {}, resources: { listChanged: true }, prompts: { listChanged: true }, completions: {} },
      serverInfo: { name: "offers", version: "1" }
    }),
  "tools/list": (id) =>
    answer(id, { tools: ["add", "link"].map((name) => ({ name, inputSchema: { type: "object" } })) }),
  "tools/call": (id, { name }) => {
    if (name === "link") return answer(id, { content: [{ type: "resource_link", uri: "notes://one", name: "One" }] })
    lists[mode].push(resource("notes://added"))
    write({ method: "notifications/resources/list_changed" })
    return answer(id, { content: [] })
  },
  "resources/list": (id) =>
    mode === "broken" ? answer(id, { resources: "none" }) : answer(id, { resources: lists[mode] }),
  "resources/templates/list": (id) =>
    mode === "broken"
      ? refuse(id, -32603, "no templates today")
      : answer(id, {
          resourceTemplates: [
            { uriTemplate: "notes://{id}", name: "Note" },
            { uriTemplate: "notes://{id", name: "Half" }
          ]
        }),
  "resources/read": (id, { uri }) => read(id, uri),
  "prompts/list": (id) =>
    answer(id, { prompts: Object.entries(prompts).map(([name, { listed }]) => ({ name, ...listed })) }),
  "prompts/get": (id, { name, arguments: args }) =>
    answer(id, { description: name, messages: prompts[name].get(args) }),
  "completion/complete": (id, { ref, argument, context }) =>
    answer(id, {
      completion: { values: [`${ref.name ?? ref.uri} ${argument.value} ${context?.arguments?.a}`], hasMore: false }
    })
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (Object.hasOwn(answers, method)) answers[method](id, params)
  else if (id !== undefined) refuse(id, -32601, "Method not found")
}
