import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { PassThrough } from "node:stream"
import { text as textOf } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { RunContext, setTracingDisabled } from "@openai/agents"
import { createTools } from "@toolgate/adapters/openai-agents"
import { importOpenApi, loadSkills, PluginLoader, parseCatalogue } from "@toolgate/catalogue"
import { parseMcpConfig } from "@toolgate/mcp-client"
import { parsePolicy } from "@toolgate/policy-files"
import { anthropic, gemini, openAiChat, openAiResponses } from "@toolgate/providers"
import { serveMcpHttp } from "@toolgate/server"
import { repeatedNames } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import { createToolgate, defineTool, type ToolExecution, Type } from "toolgate"
import { partsOf } from "toolgate/effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { getMcpClient } from "../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../src/mcp/install/readClientText.ts"
import { answerOf } from "../fixtures/rawMcpServer.mjs"
import { folder } from "../folder.ts"
import { supervise } from "../supervised.ts"
import { serve, toolgate } from "../withinProcess.ts"

setTracingDisabled(true)

// Each place where a text that the gate did not write becomes a value. Tried elsewhere: rows of approvals (SqlApprovalStore.test.ts of
// stores), lines of the record (reading.test.ts of audit), and the process of a script (takenOver.test.ts of sandbox-wasm).
//
// These are read without a look at their members, because a second member gains nothing: what a key seals (approvals, runs of chains,
// outcomes, answers) is read only as it was written; pins, descriptions of artifacts and sign-ins have no seal and one reader, so a
// person who can write there can write any value; and a runner gets its frames from the gate. Frameworks other than the OpenAI Agents
// SDK parse the arguments themselves. The gate asks about the value that they hand on, and runs that value.

/** Objects in which some object has a member twice. */
const twice = Object.fromEntries(Object.entries(repeatedNames).filter(([, text]) => text.startsWith("{")))

/** Objects in which no object has a member twice. */
const once = {
  "in another case": '{"a":1,"A":2}',
  "in two objects": '{"a":{"b":1},"c":[{"b":2},{"b":3}]}'
}

const texts = [...Object.values(twice), ...Object.values(once)]

/** Returns what a door says about the text of an object that crosses it. */
type Door = (text: string) => Promise<string>

/** The arguments with which the tool `probe` ran. */
const ran: Array<unknown> = []

const probe = defineTool({
  name: "probe",
  description: "Takes any arguments.",
  parameters: Type.Object({}, { additionalProperties: true }),
  sideEffects: "NONE",
  execute: (args) => {
    ran.push(args)
    return "ran"
  }
})

const openGate = async () => {
  const gate = await createToolgate({ workspace: folder(), policy: "host", tools: [probe] })
  onTestFinished(() => gate.close())
  return gate
}

const told = ({ error, executed }: ToolExecution): string => `${error?.message} ${executed}`

/** A provider's format, whose response has a call of `probe`. */
// biome-ignore lint/suspicious/noExplicitAny: responses of four types
const provider = (format: any, response: (text: string) => unknown): Door => {
  return async (text) => {
    const gate = await openGate()
    const { calls } = format.calls(response(text), format.declare(await gate.tools.declarable()))
    return (await gate.dispatchAll(calls)).map(told).join()
  }
}

const agentsSdk = (options: { readonly approvals?: "framework" }): Door => {
  return async (text) => {
    const gate = await openGate()
    const [tool] = createTools(await gate.session({ id: "s", agent: "a" }), options)
    await tool?.needsApproval(new RunContext(), JSON.parse(text), "1")
    const toolCall = { type: "function_call" as const, callId: "1", name: "probe", arguments: text }
    return String(await tool?.invoke(new RunContext(), text, { toolCall }))
  }
}

/** A command of `toolgate`. Its words, its input and its files have the text where they say TEXT. */
const command = (
  words: ReadonlyArray<string>,
  { input = "", files = {} }: { readonly input?: string; readonly files?: Readonly<Record<string, string>> } = {}
): Door => {
  return async (text) => {
    const filled = (given: string) => given.replace("TEXT", () => text)
    const at = folder({ "tools.json": '[{"name":"probe","side_effects":"NONE"}]' })
    mkdirSync(join(at, "work"))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(at, name), filled(content))
    const env = { XDG_STATE_HOME: join(at, "state"), XDG_CONFIG_HOME: join(at, "config") }
    const { stdout, stderr } = await toolgate(words.map(filled), { cwd: at, env, input: filled(input) })
    return stdout + stderr
  }
}

const echo = ["--host-tools", "Echo"]

/** A function that reads a document. */
const reader = (read: (text: string) => Effect.Effect<unknown, unknown>): Door => {
  return (text) =>
    Effect.runPromise(
      Effect.match(read(text), {
        onSuccess: (value) => JSON.stringify(value) ?? "",
        onFailure: (error) => `${(error as Error).message} ${JSON.stringify(error)}`
      })
    )
}

const plugin = (manifest: string, settings: string): Door => {
  return async (text) => {
    const at = folder()
    mkdirSync(join(at, "plugins", "p"), { recursive: true })
    writeFileSync(
      join(at, "plugins", "p", "manifest.json"),
      manifest.replace("TEXT", () => text)
    )
    writeFileSync(
      join(at, "p.json"),
      settings.replace("TEXT", () => text)
    )
    const registry = { exchange: () => Effect.succeed([]) as never }
    const options = { folders: [join(at, "plugins")], settings: at, state: join(at, "state"), registry }
    const load = Effect.flatMap(PluginLoader.make(options), (loader) => loader.discoverPlugins())
    return JSON.stringify((await Effect.runPromise(Effect.scoped(load))).problems)
  }
}

const manifest = JSON.stringify({
  schema_version: "1.0",
  name: "p",
  version: "1.0.0",
  description: "Greets.",
  tools: [{ name: "greet", description: "Greets.", category: "data", command: ["true"] }]
})

const doors: Readonly<Record<string, Door>> = {
  "dispatch with a text": async (text) =>
    told(await (await openGate()).dispatch({ id: "1", tool: "probe", argsText: text })),
  "a response of OpenAI's chat": provider(openAiChat, (text) => ({
    choices: [
      { message: { tool_calls: [{ id: "1", type: "function", function: { name: "probe", arguments: text } }] } }
    ]
  })),
  "a response of OpenAI": provider(openAiResponses, (text) => ({
    output: [{ type: "function_call", call_id: "1", name: "probe", arguments: text }]
  })),
  "a response of Anthropic with a text": provider(anthropic, (text) => ({
    content: [{ type: "tool_use", id: "1", name: "probe", input: text }]
  })),
  "a response of Gemini with a text": provider(gemini, (text) => ({
    candidates: [{ content: { parts: [{ functionCall: { name: "probe", args: text } }] } }]
  })),
  "a call of the OpenAI Agents SDK": agentsSdk({}),
  "a call of the OpenAI Agents SDK in its own approval flow": agentsSdk({ approvals: "framework" }),
  "an argument of toolgate call": command(["call", ...echo, '{"text":TEXT}']),
  "one value of toolgate call": command(["call", ...echo, "text:=TEXT"]),
  "standard input of toolgate call": command(["call", ...echo, "-"], { input: '{"text":TEXT}' }),
  "standard input of toolgate turn": command(["turn", "--host-tools", "-"], {
    input: '[{"id":"1","tool":"Echo","args":{"text":TEXT}}]'
  }),
  "a file of toolgate turn": command(["turn", "--host-tools", "turn.json"], {
    files: { "turn.json": '[{"id":"1","tool":"Echo","args":{"text":TEXT}}]' }
  }),
  "a request of toolgate policy check": command(["policy", "check"], { input: '{"tool":"Echo","args":TEXT}' }),
  "toolgate policy explain": command(["policy", "explain", "Echo", "TEXT"]),
  "toolgate approvals approve --args": command(["approvals", "approve", "none", "--args", "TEXT"]),
  "a file of --tools": command(["policy", "explain", "probe", "{}", "--tools", "defined.json"], {
    files: { "defined.json": '[{"name":"probe","side_effects":"NONE","parameters":TEXT}]' }
  }),
  "toolbox.yaml": command(["tools", "show", "read_file", "--toolbox-settings", "toolbox.yaml"], {
    files: { "toolbox.yaml": "TEXT" }
  }),
  "toolgate.yaml": reader((text) => parsePolicy(text, "toolgate.yaml")),
  "mcp.yaml": reader((text) => parseMcpConfig(text, "mcp.yaml")),
  "a catalogue": reader((text) => parseCatalogue(text, "catalogue.yaml", { tools: [] })),
  "an OpenAPI document": reader((text) => importOpenApi(`{"openapi":"3.1.0","x":${text}}`, "api.json", {})),
  "an MCP client's configuration": async (text) =>
    JSON.stringify(readClientText(`{"mcpServers":{"s":${text}}}`, getMcpClient("cursor"), "/home/me")),
  "the manifest of a plugin": plugin("TEXT", "{}"),
  "the settings of a plugin": plugin(manifest, '{"custom_config":TEXT}'),
  "the front matter of a skill": async (text) => {
    const at = folder({ "SKILL.md": `---\nname: s\ndescription: x\nmetadata: ${text}\n---\nText.\n` })
    return JSON.stringify(await Effect.runPromise(loadSkills(at)))
  }
}

/** A sentence that names a member that is given twice. */
const namesMember = /(?:"(?:a|b|__proto__|1|)\\*"|\b(?:a|b|__proto__|1)\b).* (?:is )?(?:given )?(?:twice|repeated)/

/** A door that takes the texts one after the other, in one process. */
type ServedDoor = (texts: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>

const runner = `
import { Socket } from "node:net"
import { createInterface } from "node:readline"
const channel = new Socket({ fd: Number(process.env.TOOLGATE_CHANNEL) })
const texts = JSON.parse(process.argv[2])
const answers = new Map()
createInterface({ input: channel }).on("line", (line) => {
  const { op, tool_call_id, ...answer } = JSON.parse(line)
  if (op === "hello")
    for (const [n, text] of texts.entries())
      channel.write('{"op":"tool_call","tool_call_id":"' + n + '","tool":"Echo","args":{"text":' + text + '}}\\n')
  if (op !== "tool_response") return
  answers.set(Number(tool_call_id), JSON.stringify(answer))
  if (answers.size < texts.length) return
  console.log(JSON.stringify(texts.map((_, n) => answers.get(n))))
  channel.destroy()
})`

const throughRunner: ServedDoor = async (texts) => {
  const at = folder({ "runner.mjs": runner })
  mkdirSync(join(at, "work"))
  const files = { cwd: join(at, "work"), state: join(at, "state"), audit: join(at, "audit") }
  const words = [process.execPath, join(at, "runner.mjs"), JSON.stringify(texts)]
  const { stdout } = await supervise(files, [], words)
  return JSON.parse(/\[.*\]/.exec(stdout)?.[0] ?? "[]")
}

const requestOf = (id: number, name: string, args: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`

const initialize = `{"jsonrpc":"2.0","id":-1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`

/** Sends requests to `toolgate mcp serve` as they are, and returns the lines with its answers in their order. */
const served = async (requests: ReadonlyArray<string>, config = "{}") => {
  const at = folder({ "mcp.yaml": config, "toolgate.yaml": "version: 1\nrules: { allow: ['*'] }\n" })
  mkdirSync(join(at, "work"))
  const flags = ["--config", join(at, "mcp.yaml"), "--policy", join(at, "toolgate.yaml"), "--host-tools"]
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const words = ["mcp", "serve", "--workspace", join(at, "work"), ...flags]
  const end = serve(words, { stdin, stdout, stderr }, { XDG_STATE_HOME: join(at, "state") }).finally(() => stdout.end())
  stdin.write([initialize, '{"jsonrpc":"2.0","method":"notifications/initialized"}', ...requests, ""].join("\n"))
  const answers = new Map<unknown, string>()
  for await (const line of createInterface({ input: stdout })) {
    answers.set(JSON.parse(line).id, line)
    if (answers.size > requests.length) break
  }
  stdin.end()
  await end
  return requests.map((_, n) => answers.get(n) ?? "")
}

const throughServer =
  (server: (listening: string) => string): ServedDoor =>
  async (texts) => {
    const web = createServer(async (request, response) => {
      const answer = request.method === "POST" ? answerOf(JSON.parse(await textOf(request))) : undefined
      if (answer === undefined) return response.writeHead(request.method === "POST" ? 202 : 405).end()
      const isStream = request.url === "/stream"
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" })
      return response.end(isStream ? `id: 1\ndata: ${answer}\n\n` : answer)
    })
    await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void web.close().closeAllConnections())
    const { port } = web.address() as AddressInfo
    const config = `pins: first\nservers: { raw: { ${server(`http://127.0.0.1:${port}`)} } }\n`
    return served(
      texts.map((text, n) => requestOf(n, "mcp__raw__answer", JSON.stringify({ answer: text }))),
      config
    )
  }

const program = JSON.stringify([
  process.execPath,
  fileURLToPath(new URL("../fixtures/rawMcpServer.mjs", import.meta.url)),
  "serve"
])

const throughHttp: ServedDoor = async (texts) => {
  const gate = await openGate()
  const { services, base } = partsOf(gate)
  const caller = {
    name: "a",
    principal: { agent: "a", ceiling: { tools: "any" as const } },
    approvals: "defer" as const
  }
  const { url, close } = await serveMcpHttp({
    gate: services,
    version: "1",
    workspace: base.workspace,
    port: 0,
    tokens: [{ caller, sha256: createHash("sha256").update("the-token-of-a").digest("hex") }],
    approveWith: (id) => id
  })
  onTestFinished(() => close())
  const headers = {
    authorization: "Bearer the-token-of-a",
    accept: "application/json, text/event-stream",
    "content-type": "application/json"
  }
  const post = (body: string, more: Readonly<Record<string, string>> = {}) =>
    fetch(url, { method: "POST", headers: { ...headers, ...more }, body })
  const begun = await post(initialize)
  await begun.text()
  const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" }
  return Promise.all(texts.map(async (text, n) => (await post(requestOf(n, "probe", text), session)).text()))
}

const servedDoors: ReadonlyArray<readonly [string, ServedDoor, RegExp]> = [
  ["a frame of a runner", throughRunner, namesMember],
  [
    "a request to toolgate mcp serve",
    (texts) => served(texts.map((text, n) => requestOf(n, "Echo", text))),
    namesMember
  ],
  ["a request to an MCP gate over HTTP", throughHttp, namesMember],
  ["an answer of an MCP server", throughServer(() => `command: ${program}, unconfined: true`), /its answer is invalid/],
  ["an answer of an MCP server over HTTP", throughServer((at) => `url: "${at}/json"`), /its answer is invalid/],
  ["an event of an MCP server", throughServer((at) => `url: "${at}/stream"`), /its answer is invalid/]
]

it.each(servedDoors)("%s: members that are given twice are refused, each alone", async (_name, door, refused) => {
  const answers = await door(texts)
  expect(answers.map((answer) => [refused.test(answer), /twice|repeated|its answer is invalid/.test(answer)])).toEqual([
    ...Object.keys(twice).map(() => [true, true]),
    ...Object.keys(once).map(() => [false, false])
  ])
})

describe.each(Object.entries(doors))("%s", (_name, door) => {
  it.each(Object.entries(twice))("refuses a member that is given twice: %s", async (_how, text) => {
    ran.length = 0
    expect(await door(text)).toMatch(namesMember)
    expect(ran).toEqual([])
  })

  it.each(Object.entries(once))("takes members of one name %s for different members", async (_how, text) => {
    expect(await door(text)).not.toMatch(/twice/)
  })
})
