// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Reference, splitReferences } from "@toolgate/local-secrets/references"
import { parseMcpConfig, resolveSource } from "@toolgate/mcp-client"
import { getLeastCount, runs } from "@toolgate/testing"
import { countTexts, foreignWays, putForeignText, setForeignTrap } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import fc from "fast-check"
import { stringify } from "smol-toml"
import { afterAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { readListed, toTool } from "../../../../../packages/edges/mcp-client/src/upstream/listedTool.ts"
import { addOverlays, addServers } from "../../../src/mcp/install/editMcpConfig.ts"
import { findServerDifferences } from "../../../src/mcp/install/findServerDifferences.ts"
import { type McpClient, mcpClients } from "../../../src/mcp/install/McpClient.ts"
import { readClientText } from "../../../src/mcp/install/readClientText.ts"
import { makeGateName, type ServerDraft } from "../../../src/mcp/install/ServerDraft.ts"
import { formatClientText } from "../../../src/mcp/install/shown/formatClientText.ts"
import { formatMcpText } from "../../../src/mcp/install/shown/formatMcpText.ts"
import { formatOverlays } from "../../../src/mcp/propose/formatOverlays.ts"
import { proposeOverlay } from "../../../src/mcp/propose/proposeOverlay.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-foreign-"))
afterAll(() => rmSync(folder, { recursive: true }))
const trap = setForeignTrap(folder)

/** Texts that try to become a reference, or to leave the place that they were given. */
const hostile = fc.oneof(
  fc.constantFrom(...trap.texts, "$${userHome}{env:HOME}", "HOME\n"),
  fc
    .array(fc.constantFrom(...trap.pieces, "HOME", "${HOME}", "$HOME"), { minLength: 1, maxLength: 6 })
    .map((pieces) => pieces.join(""))
)

const place = (document: unknown) =>
  fc.record({
    at: fc.nat({ max: countTexts(document) - 1 }),
    text: hostile,
    how: fc.constantFrom(...foreignWays)
  })

const entries = {
  program: {
    command: "notes",
    args: ["--key", "${KEY}"],
    env: { KEY: "$KEY", ALSO: "${env:ALSO}" },
    env_vars: ["PIN"]
  },
  page: {
    type: "http",
    url: "https://docs.example/mcp",
    headers: { "X-Team": "core" },
    env_http_headers: { "X-Key": "DOCS_KEY" },
    bearer_token_env_var: "DOCS_TOKEN"
  },
  moved: { httpUrl: "https://b.example/mcp", http_headers: { "X-A": "b" }, timeout: 5, description: "Moved." }
}

const textOf = (content: object, { form, member }: McpClient): string => {
  const whole = { [member]: content }
  return form === "toml" ? stringify(whole) : JSON.stringify(whole)
}

const readBy = (client: McpClient, content: object) => {
  const text = textOf(content, client)
  expect(formatClientText(text, client)).toEqual(expect.any(String))
  const read = readClientText(text, client, "/home/ada")
  return "fault" in read ? [] : read.servers
}

const textsOf = ({ command = [], url, headers = {}, env = {} }: ServerDraft): ReadonlyArray<string> => [
  ...command,
  ...(url === undefined ? [] : [url]),
  ...Object.values(headers),
  ...Object.values(env)
]

const referencesIn = (texts: ReadonlyArray<string>): ReadonlyArray<Reference> =>
  texts.flatMap((text) => {
    const parts = splitReferences(text)
    if ("fault" in parts) throw new Error(`${text}: ${parts.fault}`)
    return parts.filter((part) => typeof part !== "string")
  })

/** Returns the names of the variables that a client documents for the texts and members of its configuration. */
const ownVariables = ({ variables, form }: McpClient, content: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  const text = (given: string) => {
    for (const [, braced, bare] of given.matchAll(/\$\{([^}]*)\}|\$([A-Za-z_]\w*)/g)) {
      const [, prefix, name] = /^(env:)?([A-Za-z_]\w*)(?::-.*)?$/s.exec(braced ?? "") ?? []
      if (name !== undefined && variables.includes(prefix === undefined ? "braced" : "prefixed")) names.add(name)
      if (bare !== undefined && variables.includes("bare")) names.add(bare)
    }
  }
  const look = (value: unknown): void => {
    if (typeof value === "string") text(value)
    if (typeof value !== "object" || value === null) return
    for (const [name, member] of Object.entries(value)) {
      look(member)
      if (["bearer_token_env_var", "env_http_headers", "env_vars"].includes(name))
        for (const one of typeof member === "string" ? [member] : Object.values(member as object))
          names.add(String(one))
    }
  }
  look(content)
  expect(form === "toml" ? variables : []).toEqual([])
  return names
}

const run = Effect.runPromise

describe.each(mcpClients)("the configuration of $title", (client) => {
  it("makes references only to variables that it names, with any text in any member", async () => {
    await fc.assert(
      fc.asyncProperty(place(entries), async (foreign) => {
        const content = putForeignText(entries, foreign)
        const own = ownVariables(client, content)
        for (const { name, draft } of readBy(client, content as object)) {
          if ("obstacle" in draft) continue
          for (const { kind, of } of referencesIn(textsOf(draft)))
            expect([kind, own.has(of) ? of : own]).toEqual(["env", of])
          const entry = { name: makeGateName(name) ?? "x", draft }
          const written = await run(Effect.option(addServers(undefined, "mcp.yaml", [entry])))
          if (Option.isNone(written)) continue
          const { servers } = await run(parseMcpConfig(written.value, "mcp.yaml"))
          expect([...servers.keys()]).toEqual([entry.name])
          expect(formatMcpText(written.value)).toEqual(expect.any(String))
          for (const one of servers.values()) {
            const { source } = one
            const found =
              source.kind === "http"
                ? textsOf({ ...draft, url: source.url, headers: source.headers } as ServerDraft)
                : textsOf({ command: source.command, env: source.env } as unknown as ServerDraft)
            expect(referencesIn(found)).toEqual(referencesIn(textsOf(draft)))
            const started = await run(Effect.option(resolveSource(one, { env: { HOME: "/home/ada" } })))
            trap.check(Option.getOrUndefined(started))
          }
        }
      }),
      runs(60)
    )
  })

  it("keeps all characters that are not the client's variables", () => {
    const pattern = client.variables.includes("bare") ? /\$\{([^}]*)\}|\$[A-Za-z_]\w*/g : /\$\{([^}]*)\}/g
    const isPlain = (content: string | undefined) =>
      content !== undefined && client.variables.includes("braced") && !/^[A-Za-z_]\w*(?::-|$)/.test(content)
    fc.assert(
      fc.property(hostile, (text) => {
        const [server] = readBy(client, { a: { command: "x", args: [text] } })
        if (server === undefined || "obstacle" in server.draft) return
        const parts = splitReferences(server.draft.command?.[1] ?? "")
        if ("fault" in parts) throw new Error(parts.fault)
        const kept = client.variables.length === 0 ? text : text.replaceAll("${userHome}", "/home/ada")
        const literal =
          client.variables.length === 0
            ? kept
            : kept.replaceAll(pattern, (found, content) => (isPlain(content) ? found : ""))
        expect(parts.filter((part) => typeof part === "string").join("")).toBe(literal)
      }),
      runs(200)
    )
  })
})

it("is compared with an operator's entry without resolving its own references", async () => {
  const operators = 'servers: { docs: { url: "https://docs.example/mcp", headers: { X-Key: "${env:MINE}" } } }'
  const known = (await run(parseMcpConfig(operators, "mcp.yaml"))).servers.get("docs")
  if (known === undefined) throw new Error("There is no entry.")
  const differing = (value: string) =>
    run(
      findServerDifferences(
        known,
        { url: "https://docs.example/mcp", headers: { "X-Key": value } } as unknown as ServerDraft,
        folder
      )
    )
  const [command = ""] = trap.texts
  process.env.MINE = "tango-9"
  process.env.OTHER = "tango-9"
  expect(await differing("${env:MINE}")).toEqual([])
  expect(await differing("tango-9")).toEqual([])
  expect(await differing("${env:OTHER}")).toEqual(['its header "x-key"'])
  expect(await differing(command)).toEqual(['its header "x-key"'])
  delete process.env.MINE
  expect(await differing(command)).toEqual(['its header "x-key"'])
  delete process.env.OTHER
  trap.check(undefined)
})

const definition = {
  name: "find_note",
  title: "Find a note",
  description: "Finds notes by their words.",
  annotations: { title: "Find", readOnlyHint: true, destructiveHint: false },
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", description: "The path of the file.", enum: ["a", "b"], default: "a" },
      url: { type: "string", format: "uri", examples: ["https://a.example"] },
      command: { type: "string", description: "The command." }
    },
    required: ["path"]
  },
  outputSchema: { type: "object", properties: { text: { type: "string" } } },
  icons: [{ src: "https://a.example/icon.png" }],
  _meta: { "a.example/key": "x" }
}

it("turns no member of a server's tool definition into a reference or an entry", async () => {
  const text = 'servers: { notes: { command: [notes, "${env:MINE}"], files: [{ path: /data, mode: rw }] } }'
  const before = (await run(parseMcpConfig(text, "mcp.yaml"))).servers.get("notes")
  if (before === undefined) throw new Error("There is no entry.")
  let written = 0
  await fc.assert(
    fc.asyncProperty(place(definition), async (foreign) => {
      const listed = readListed(putForeignText(definition, foreign))
      if (typeof listed === "string") return
      trap.check(toTool(before, listed, "mcp__notes__find", async () => ({ content: [] })))
      const draft = proposeOverlay(before, "/project", listed)
      const after = await run(Effect.option(addOverlays(text, "mcp.yaml", "notes", [draft], {})))
      if (Option.isNone(after)) return
      written++
      const { servers, leftOut } = await run(parseMcpConfig(after.value, "mcp.yaml"))
      expect([[...servers.keys()], leftOut]).toEqual([["notes"], []])
      const now = servers.get("notes")
      expect([now?.source, [...(now?.tools.keys() ?? [])]]).toEqual([before.source, [listed.name]])
      // What a person is shown to put into the file says the same and no more.
      const shown = parse(formatOverlays("notes", [draft]))
      expect(shown).toEqual({ servers: { notes: { tools: { [listed.name]: expect.anything() } } } })
    }),
    runs(150)
  )
  expect(written).toBeGreaterThanOrEqual(getLeastCount(0.85, runs(150)))
})
