// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type JsonObject, ToolRegistry } from "@toolgate/core"
import { MapToolRegistry } from "@toolgate/registry"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { parseCatalogue } from "../../src/index.ts"

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.unstubAllEnvs()
})
mkdirSync(join(folder, "own"))

/** The files that entries are made of. */
const files = { "a.mjs": "export default () => 1", "own/run": "#!/bin/sh\necho 1\n", "script.sh": "echo 1\n" }
const putFiles = (changed: Partial<typeof files> = {}) => {
  for (const [name, text] of Object.entries({ ...files, ...changed }))
    writeFileSync(join(folder, name), text, { mode: name === "own/run" ? 0o755 : 0o644 })
}

/** Returns the definition of the tool that an entry makes, and its digest. */
const read = (entry: JsonObject) =>
  Effect.gen(function* () {
    const { tools } = yield* parseCatalogue(JSON.stringify({ tools: [entry] }), join(folder, "tools.yaml"), {
      tools: [],
      workspace: folder
    })
    const registry = yield* Effect.provide(ToolRegistry, MapToolRegistry.layer(tools))
    const found = registry.get("t")
    if (found === undefined) throw new Error("There is no tool.")
    return found
  }).pipe(Effect.runPromise)

const entryOf = (implementation: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: "t",
  description: "A tool.",
  parameters: { id: { type: "string", required: true }, mode: { type: "string" } },
  ...more,
  implementation
})

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const other = (text: string) => `${text}x`

interface Kind {
  readonly entry: fc.Arbitrary<JsonObject>
  /** Single edits of the implementation, each of which has an effect. */
  readonly edits: Readonly<Record<string, (made: JsonObject) => JsonObject>>
}

const http = (made: JsonObject, edit: (request: JsonObject) => JsonObject): JsonObject => ({
  http: edit(made.http as JsonObject)
})
const within = (value: unknown, edit: (members: JsonObject) => JsonObject) => edit((value ?? {}) as JsonObject)

const kinds: Readonly<Record<string, Kind>> = {
  http: {
    entry: fc.record({
      http: fc.record({
        method: fc.constantFrom("POST", "PUT", "PATCH"),
        url: fc
          .tuple(word, word, word)
          .map(([host, path, query]) => `https://${host}.example/v1/${path}/{id}?q=${query}`),
        headers: fc.record({
          "X-Mode": word,
          Authorization: word.map((name) => `Bearer \${env:${name.toUpperCase()}}`),
          "X-Id": fc.constant("id {id}")
        }),
        body: fc.record({
          amount: fc.nat(),
          note: word,
          deep: fc.record({ mode: fc.constant("{mode}"), list: fc.array(word) })
        }),
        response: fc.constant("a.b"),
        max_bytes: fc.constantFrom("1MiB", "2MiB")
      })
    }) as fc.Arbitrary<JsonObject>,
    edits: {
      method: (made) => http(made, (one) => ({ ...one, method: "DELETE" })),
      scheme: (made) => http(made, (one) => ({ ...one, url: String(one.url).replace("https", "http") })),
      host: (made) => http(made, (one) => ({ ...one, url: String(one.url).replace(".example", ".invalid") })),
      port: (made) => http(made, (one) => ({ ...one, url: String(one.url).replace(".example", ".example:444") })),
      path: (made) => http(made, (one) => ({ ...one, url: String(one.url).replace("/{id}", "/{id}/all") })),
      place: (made) => http(made, (one) => ({ ...one, url: String(one.url).replace("{id}", "{mode}") })),
      query: (made) => http(made, (one) => ({ ...one, url: other(String(one.url)) })),
      header: (made) =>
        http(made, (one) => ({
          ...one,
          headers: within(one.headers, (all) => ({ ...all, "X-Mode": other(String(all["X-Mode"])) }))
        })),
      "header reference": (made) =>
        http(made, (one) => ({
          ...one,
          headers: within(one.headers, (all) => ({ ...all, Authorization: "Bearer ${env:OTHER_1}" }))
        })),
      "secret header": (made) =>
        http(made, (one) => ({
          ...one,
          headers: within(one.headers, (all) => ({ ...all, Authorization: "Bearer abc" }))
        })),
      "filled header": (made) =>
        http(made, (one) => ({ ...one, headers: within(one.headers, (all) => ({ ...all, "X-Id": "no {id}" })) })),
      "one header more": (made) =>
        http(made, (one) => ({ ...one, headers: within(one.headers, (all) => ({ ...all, "X-More": "1" })) })),
      "one header less": (made) =>
        http(made, (one) => ({ ...one, headers: within(one.headers, ({ "X-Mode": _, ...rest }) => rest) })),
      body: (made) =>
        http(made, (one) => ({
          ...one,
          body: within(one.body, (all) => ({ ...all, amount: Number(all.amount) + 1 }))
        })),
      "type in the body": (made) =>
        http(made, (one) => ({ ...one, body: within(one.body, (all) => ({ ...all, amount: String(all.amount) })) })),
      "place in the body": (made) =>
        http(made, (one) => ({ ...one, body: within(one.body, (all) => ({ ...all, note: "{id}" })) })),
      "braces in the body": (made) =>
        http(made, (one) => ({ ...one, body: within(one.body, (all) => ({ ...all, deep: { mode: "{{mode}}" } })) })),
      "no body": (made) => http(made, (one) => ({ ...one, body: "none" })),
      "all arguments": (made) => http(made, (one) => ({ ...one, body: "arguments" })),
      response: (made) => http(made, (one) => ({ ...one, response: "a.c" })),
      bytes: (made) => http(made, (one) => ({ ...one, max_bytes: "3MiB" }))
    }
  },
  command: {
    entry: fc.record({
      command: fc.array(word, { maxLength: 3 }).map((words) => ["printenv", ...words]),
      input: fc.constant("argument"),
      output: fc.constant("text"),
      env: fc.record({ MODE: word, API_KEY: word })
    }) as fc.Arbitrary<JsonObject>,
    edits: {
      program: (made) => ({ ...made, command: ["env", ...(made.command as Array<string>).slice(1)] }),
      word: (made) => ({ ...made, command: [...(made.command as Array<string>), "--all"] }),
      input: (made) => ({ ...made, input: "stdin" }),
      pointers: (made) => ({ ...made, input: ["/id"] }),
      output: (made) => ({ ...made, output: "json" }),
      variable: (made) => ({ ...made, env: within(made.env, (all) => ({ ...all, MODE: other(String(all.MODE)) })) }),
      secret: (made) => ({
        ...made,
        env: within(made.env, (all) => ({ ...all, API_KEY: other(String(all.API_KEY)) }))
      }),
      "one variable more": (made) => ({ ...made, env: within(made.env, (all) => ({ ...all, MORE: "1" })) }),
      folder: (made) => ({ ...made, folder: "own" })
    }
  },
  script: {
    entry: fc.constant({ script: "a.mjs" }),
    edits: { kind: () => ({ command: ["node", "a.mjs"] }) }
  },
  provider: {
    entry: fc.record({
      provider_specs: fc.record({ openai: fc.record({ type: word, size: fc.nat() }) })
    }) as fc.Arbitrary<JsonObject>,
    edits: {
      spec: (made) => ({ provider_specs: { ...(made.provider_specs as JsonObject), openai: { type: "another" } } }),
      provider: (made) => ({ provider_specs: { ...(made.provider_specs as JsonObject), gemini: {} } })
    }
  }
}

const more = (kind: string): JsonObject => (kind === "provider" ? { class: "NETWORK" } : {})
const hosted = ({ parameters: _, ...entry }: JsonObject): JsonObject => entry
const made = (kind: string, implementation: JsonObject): JsonObject =>
  kind === "provider" ? hosted(entryOf(implementation, more(kind))) : entryOf(implementation, more(kind))

/** Returns an equal value whose members come in another order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)])
  )
}

describe.each(Object.entries(kinds))("the digest of an entry of the kind %s", (kind, { entry, edits }) => {
  it.each(Object.entries(edits))("differs after an edit of its %s", async (_name, edit) => {
    putFiles()
    await fc.assert(
      fc.asyncProperty(entry, async (implementation) => {
        const before = await read(made(kind, implementation))
        const after = await read(made(kind, edit(implementation)))
        expect(after.digest).not.toBe(before.digest)
      }),
      runs(5)
    )
  })

  it("stays the same if the file is read again, with its members in any order", async () => {
    putFiles()
    await fc.assert(
      fc.asyncProperty(entry, async (implementation) => {
        const { digest } = await read(made(kind, implementation))
        expect((await read(made(kind, implementation))).digest).toBe(digest)
        expect((await read(reversed(made(kind, implementation)) as JsonObject)).digest).toBe(digest)
      }),
      runs(10)
    )
  })
})

it("does not change if a usual value is written out", async () => {
  const url = "https://a.example/v1/{id}"
  const usual = { method: "GET", body: "none", max_bytes: "1MiB", headers: {} }
  const digests = [{ url }, { url, ...usual }, { url: "https://A.example:443/v1/{id}" }].map((request) =>
    read(entryOf({ http: request }))
  )
  expect(new Set((await Promise.all(digests)).map(({ digest }) => digest)).size).toBe(1)
})

it.each<[keyof typeof files, JsonObject]>([
  ["a.mjs", { script: "a.mjs" }],
  ["own/run", { command: ["./run"], folder: "own" }],
  ["script.sh", { command: ["sh", "script.sh", "{id}"] }]
])("differs after an edit of the file %s, and is restored with the file", async (file, implementation) => {
  putFiles()
  const { digest } = await read(entryOf(implementation))
  putFiles({ [file]: `${files[file]}\n` })
  expect((await read(entryOf(implementation))).digest).not.toBe(digest)
  putFiles()
  expect((await read(entryOf(implementation))).digest).toBe(digest)
})

it("does not depend on a file that a command only reads", async () => {
  const entry = entryOf({ command: ["tail", "notes.log"] })
  writeFileSync(join(folder, "notes.log"), "one\n")
  const { digest } = await read(entry)
  writeFileSync(join(folder, "notes.log"), "two\n")
  expect((await read(entry)).digest).toBe(digest)
})

it("names the program that the PATH of the entry leads to, regardless of the gate's PATH", async () => {
  const programs = join(folder, "programs")
  mkdirSync(programs)
  writeFileSync(join(programs, "printenv"), "#!/bin/sh\n", { mode: 0o755 })
  const described = async (env?: JsonObject) => {
    const { digest, definition } = await read(entryOf({ command: ["printenv"], ...(env && { env }) }))
    return { digest, definition, recipe: (definition.implementations[0] as { recipe?: JsonObject }).recipe }
  }
  const known = await described({ PATH: programs })
  const unknown = [await described(), await described({ PATH: "${env:PATH}" })]
  expect(known.recipe?.program).toBe(join(programs, "printenv"))
  for (const { recipe } of unknown) expect(recipe).not.toHaveProperty("program")
  vi.stubEnv("PATH", `${programs}:${process.env.PATH}`)
  expect([await described({ PATH: programs }), await described(), await described({ PATH: "${env:PATH}" })]).toEqual([
    known,
    ...unknown
  ])
})

it("names references and shows no value of a secret", async () => {
  const secret = "s3cr3t-value"
  const tools = [
    { http: { url: "https://a.example/", headers: { Authorization: `Bearer ${secret}`, "X-Key": "${env:A_KEY}" } } },
    { command: ["printenv"], env: { API_KEY: secret } }
  ]
  for (const implementation of tools)
    expect(JSON.stringify((await read(entryOf(implementation))).definition)).not.toContain(secret)
  expect(JSON.stringify((await read(entryOf(tools[0] as JsonObject))).definition)).toContain("${env:A_KEY}")
})
