// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { splitReferences } from "@toolgate/local-secrets/references"
import { getLeastCount, runs } from "@toolgate/testing"
import { countTexts, foreignWays, putForeignText, setForeignTrap } from "@toolgate/testing/hostile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"
import { parse } from "yaml"
import { importOpenApi, parseCatalogue } from "../../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "toolgate-foreign-"))
afterAll(() => rmSync(folder, { recursive: true }))
const trap = setForeignTrap(folder)

/** Texts that try to become a reference, a placeholder, or another part of the file. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...trap.texts,
    "sid=${env:FOREIGN_SECRET}; b",
    "application/vnd.n+json; v=${env:FOREIGN_SECRET}",
    'application/json; v="${env:FOREIGN_SECRET}"',
    "Cookie",
    "authorization"
  ),
  fc
    .array(fc.constantFrom(...trap.pieces, "note", "X", "/", ";"), { minLength: 1, maxLength: 6 })
    .map((pieces) => pieces.join(""))
)

const schema = {
  type: "object",
  description: "A note.",
  properties: {
    text: { type: "string", enum: ["a", "b"], default: "a", example: "b" },
    tags: { $ref: "#/definitions/Tags" }
  },
  required: ["text"]
}
const tags = { type: "array", items: { type: "string", format: "uuid" } }

const three = (version: string) => ({
  openapi: version,
  info: { title: "Notes", version: "1" },
  servers: [{ url: "https://{region}.notes.example/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
  components: {
    schemas: {
      Note: { ...schema, properties: { ...schema.properties, tags: { $ref: "#/components/schemas/Tags" } } },
      Tags: tags
    },
    securitySchemes: {
      session: { type: "apiKey", in: "cookie", name: "sid" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      token: { type: "http", scheme: "bearer" }
    }
  },
  security: [{ session: [], key: [] }],
  paths: {
    "/notes/{note}": {
      parameters: [{ name: "note", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getNote",
        summary: "Returns a note.",
        security: [{ token: [] }],
        parameters: [
          { name: "page", in: "query", description: "The page.", schema: { type: "integer", default: 1 } },
          { name: "X-Team", in: "header", schema: { type: "string" } },
          { name: "seen", in: "cookie", schema: { type: "string" } }
        ]
      },
      post: {
        operationId: "putNote",
        tags: ["notes"],
        requestBody: {
          content: { "application/vnd.note+json; v=1": { schema: { $ref: "#/components/schemas/Note" } } }
        },
        responses: { "200": { description: "Done." } }
      }
    }
  }
})

const documents: Readonly<Record<string, object>> = {
  "2.0": {
    swagger: "2.0",
    info: { title: "Notes", version: "1" },
    host: "notes.example",
    basePath: "/v1",
    schemes: ["https"],
    consumes: ["application/json"],
    securityDefinitions: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      user: { type: "basic" }
    },
    security: [{ key: [] }],
    definitions: { Note: schema, Tags: tags },
    paths: {
      "/notes/{note}": {
        put: {
          operationId: "putNote",
          summary: "Changes a note.",
          security: [{ user: [] }],
          parameters: [
            { name: "note", in: "path", required: true, type: "string" },
            { name: "tags", in: "query", type: "array", collectionFormat: "csv", items: { type: "string" } },
            { name: "X-Team", in: "header", type: "string", default: "core" },
            { name: "all", in: "body", schema: { $ref: "#/definitions/Note" } }
          ]
        },
        get: { operationId: "getNote", parameters: [{ name: "note", in: "path", required: true, type: "string" }] }
      }
    }
  },
  "3.0": three("3.0.3"),
  "3.1": three("3.1.0")
}

interface ImportedTool {
  readonly implementation: { readonly http: { readonly headers?: Readonly<Record<string, string>> } }
}

const run = Effect.runPromise

it.each(Object.keys(documents))(
  "creates references to the variables of the credentials only, for an OpenAPI document of %s with any text in any member",
  async (version) => {
    const whole = documents[version]
    let imported = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          at: fc.nat({ max: countTexts(whole) - 1 }),
          text: hostile,
          how: fc.constantFrom(...foreignWays)
        }),
        async (place) => {
          const content = putForeignText(whole, place)
          const result = await run(Effect.option(importOpenApi(JSON.stringify(content), "notes.json", {})))
          if (Option.isNone(result)) return
          imported++
          const { yaml, notes } = result.value
          trap.check(result.value)
          const variables = notes.flatMap(({ message }) => /^set the variable (\w+) to /.exec(message)?.[1] ?? [])
          const { tools } = parse(yaml) as { readonly tools: ReadonlyArray<ImportedTool> }
          for (const { implementation } of tools)
            for (const header of Object.values(implementation.http.headers ?? {})) {
              const parts = splitReferences(header)
              if ("fault" in parts) throw new Error(parts.fault)
              for (const part of parts)
                if (typeof part !== "string")
                  expect([part.kind, variables.includes(part.of), part.otherwise]).toEqual(["env", true, undefined])
            }
          // Every written catalogue can be read: the document created no placeholder.
          const loaded = await run(Effect.result(parseCatalogue(yaml, join(folder, "tools.yaml"), { tools: [] })))
          expect(loaded).toMatchObject({ _tag: "Success" })
        }
      ),
      runs(120)
    )
    expect(imported).toBeGreaterThanOrEqual(getLeastCount(0.7, runs(120)))
  }
)
