// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Reference, textParts } from "@toolgate/references"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import fc from "fast-check"
import { stringify } from "smol-toml"
import { afterAll, describe, expect, it } from "vitest"
import { parseMcpConfig, resolveSource } from "../src/index.ts"
import {
  gateName,
  type McpClient,
  mcpClients,
  readClientText,
  type ServerDraft,
  serverDifferences,
  shownClientText,
  shownMcpText,
  withServers
} from "../src/install.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-foreign-"))
afterAll(() => rmSync(folder, { recursive: true }))
const marker = join(folder, "marker")
const command = `{command:touch ${marker}}`

/** Texts that try to become a reference, or to leave the place that they were given. */
const hostile = fc.oneof(
  fc.constantFrom(
    `HOME}$${command}\${env:HOME`,
    `\${HOME}$${command}`,
    `\${env:HOME}$${command}`,
    `$\${userHome}${command}`,
    `\${A:-$${command}}`,
    `\${A:-b}$${command}`,
    `$HOME${command}`,
    `"]\nservers: { evil: { command: [touch, "${marker}"], unconfined: true } }\n#`,
    "HOME\n",
    "__proto__"
  ),
  fc
    .array(fc.constantFrom("$", "$$", "{", "}", "${", command, "HOME", "env:", ":-", "${HOME}", "$HOME", "a"), {
      minLength: 1,
      maxLength: 6
    })
    .map((pieces) => pieces.join(""))
)

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

/** Returns content with another text in the place of one of its texts or names, counted in their order. */
const replaced = (content: unknown, at: number, by: (text: string) => string): unknown => {
  let count = 0
  const textAt = (text: string): string => (count++ === at ? by(text) : text)
  const next = (value: unknown): unknown => {
    if (typeof value === "string") return textAt(value)
    if (Array.isArray(value)) return value.map(next)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [textAt(name), next(member)]))
  }
  return next(content)
}

const placesIn = (content: unknown): number => {
  let count = 0
  replaced(content, -1, String)
  JSON.stringify(content, (_, value) => {
    if (typeof value === "string") count++
    if (typeof value === "object" && value !== null && !Array.isArray(value)) count += Object.keys(value).length
    return value
  })
  return count
}

const textOf = (content: object, { form, member }: McpClient): string => {
  const whole = { [member]: content }
  return form === "toml" ? stringify(whole) : JSON.stringify(whole)
}

const readBy = (client: McpClient, content: object) => {
  const text = textOf(content, client)
  expect(shownClientText(text, client)).toEqual(expect.any(String))
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
    const parts = textParts(text)
    if ("fault" in parts) throw new Error(`${text}: ${parts.fault}`)
    return parts.filter((part) => typeof part !== "string")
  })

const run = Effect.runPromise

describe.each(mcpClients)("the configuration of $title", (client) => {
  it("never makes a reference but to a variable that it names, whatever stands in any of its members", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: placesIn(entries) - 1 }),
        hostile,
        fc.constantFrom("alone", "first", "last"),
        async (at, text, how) => {
          const content = replaced(entries, at, (old) =>
            how === "alone" ? text : how === "first" ? text + old : old + text
          )
          const whole = textOf(content as object, client)
          for (const { name, draft } of readBy(client, content as object)) {
            if ("obstacle" in draft) continue
            for (const { kind, of } of referencesIn(textsOf(draft))) {
              expect(kind).toBe("env")
              expect(of).toMatch(/^[A-Za-z_]\w*$/)
              expect(whole).toContain(of)
            }
            const entry = { name: gateName(name) ?? "x", draft }
            const written = await run(Effect.option(withServers(undefined, "mcp.yaml", [entry])))
            if (Option.isNone(written)) continue
            const { servers } = await run(parseMcpConfig(written.value, "mcp.yaml"))
            expect([...servers.keys()]).toEqual([entry.name])
            expect(shownMcpText(written.value)).toEqual(expect.any(String))
            for (const one of servers.values()) {
              const { source } = one
              const found =
                source.kind === "http"
                  ? textsOf({ ...draft, url: source.url, headers: source.headers } as ServerDraft)
                  : textsOf({ command: source.command, env: source.env } as unknown as ServerDraft)
              expect(referencesIn(found)).toEqual(referencesIn(textsOf(draft)))
              await run(Effect.option(resolveSource(one, { env: { HOME: "/home/ada" } })))
            }
          }
        }
      ),
      runs(60)
    )
    expect(existsSync(marker)).toBe(false)
  })

  it("keeps every character that is no variable of the client", () => {
    const pattern = client.variables.includes("bare") ? /\$\{([^}]*)\}|\$[A-Za-z_]\w*/g : /\$\{([^}]*)\}/g
    const isPlain = (content: string | undefined) =>
      content !== undefined && client.variables.includes("braced") && !/^[A-Za-z_]\w*(?::-|$)/.test(content)
    fc.assert(
      fc.property(hostile, (text) => {
        const [server] = readBy(client, { a: { command: "x", args: [text] } })
        if (server === undefined || "obstacle" in server.draft) return
        const parts = textParts(server.draft.command?.[1] ?? "")
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

it("is compared with an entry of the operator without a look at its own references", async () => {
  const operators = 'servers: { docs: { url: "https://docs.example/mcp", headers: { X-Key: "${env:MINE}" } } }'
  const known = (await run(parseMcpConfig(operators, "mcp.yaml"))).servers.get("docs")
  if (known === undefined) throw new Error("There is no entry.")
  const differing = (value: string) =>
    run(
      serverDifferences(
        known,
        { url: "https://docs.example/mcp", headers: { "X-Key": value } } as unknown as ServerDraft,
        folder
      )
    )
  process.env.MINE = "tango-9"
  process.env.OTHER = "tango-9"
  expect(await differing("${env:MINE}")).toEqual([])
  expect(await differing("tango-9")).toEqual([])
  expect(await differing("${env:OTHER}")).toEqual(['its header "x-key"'])
  expect(await differing(`$${command}`)).toEqual(['its header "x-key"'])
  delete process.env.MINE
  expect(await differing(`$${command}`)).toEqual(['its header "x-key"'])
  delete process.env.OTHER
  expect(existsSync(marker)).toBe(false)
})
