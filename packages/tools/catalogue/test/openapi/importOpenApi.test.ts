// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { type ImportOptions, importOpenApi, parseCatalogue } from "../../src/index.ts"

const imported = async (document: object | string, options: ImportOptions = {}) => {
  const text = typeof document === "string" ? document : JSON.stringify(document)
  const { yaml, notes, tools } = await Effect.runPromise(importOpenApi(text, "api.json", options))
  const catalogue = await Effect.runPromise(parseCatalogue(yaml, "/catalogue.yaml", { tools: [] }))
  expect(catalogue.tools.map(({ name }) => name)).toEqual(tools)
  const entries: ReadonlyArray<Entry> = parse(yaml).tools
  return { entries, notes: notes.map(({ message }) => message), tools: catalogue.tools }
}

interface Entry {
  readonly name: string
  readonly description: string
  readonly parameters: { readonly properties: Record<string, object>; readonly $defs?: Record<string, object> }
  readonly implementation: { readonly http: Record<string, unknown> }
}

const faults = async (document: object | string, options: ImportOptions = {}) => {
  const text = typeof document === "string" ? document : JSON.stringify(document)
  return (await Effect.runPromise(Effect.flip(importOpenApi(text, "api.json", options)))).message
}

/** A document of these paths. */
const api = (paths: object, more: object = {}) => ({
  openapi: "3.0.3",
  info: { title: "Notes", version: "1" },
  servers: [{ url: "https://notes.example/v1/" }],
  paths,
  ...more
})

const text = { type: "string" }

it("makes a tool from an operation, with each parameter in its position of the request, and the body as an argument", async () => {
  const { entries, notes, tools } = await imported(
    api({
      "/notes/{note id}/tags": {
        parameters: [{ name: "note id", in: "path", required: true, schema: text }],
        put: {
          operationId: "notes/tag",
          summary: "Tags a note.",
          parameters: [
            { name: "filter[kind]", in: "query", schema: { type: "array", items: text } },
            { name: "X-Trace", in: "header", schema: text, description: "A trace." },
            { name: "Accept", in: "header", schema: text }
          ],
          requestBody: { required: true, content: { "application/json": { schema: { type: "array", items: text } } } }
        }
      }
    })
  )
  expect(notes).toEqual([])
  expect(entries).toEqual([
    {
      name: "notes_tag",
      description: "Tags a note.",
      class: "NETWORK",
      parameters: {
        type: "object",
        properties: {
          note_id: { type: "string" },
          filter_kind: { type: "array", items: { type: "string" } },
          "X-Trace": { type: "string", description: "A trace." },
          body: { type: "array", items: { type: "string" } }
        },
        required: ["note_id", "body"],
        additionalProperties: false
      },
      implementation: {
        http: {
          method: "PUT",
          url: "https://notes.example/v1/notes/{note_id}/tags?filter%5Bkind%5D={filter_kind}",
          headers: { "X-Trace": "{X-Trace}" },
          body: "{body}"
        }
      }
    }
  ])
  expect(tools[0]?.resources).toEqual([{ kind: "host", host: "notes.example", port: 443 }])
})

it("treats GET and HEAD as reading, and DELETE as destructive", async () => {
  const { tools } = await imported(api({ "/a": { get: {}, head: {}, post: {}, delete: {} } }))
  expect(tools.map(({ name, sideEffects, effects, destructive }) => [name, sideEffects, effects, destructive])).toEqual(
    [
      ["get_a", "READ", ["network_access"], false],
      ["head_a", "READ", ["network_access"], false],
      ["post_a", "NETWORK", ["network_access"], false],
      ["delete_a", "NETWORK", ["network_access"], true]
    ]
  )
})

it("numbers colliding names, with notes for the selected operations", async () => {
  const document = api({
    "/a": { get: { operationId: "a/b" } },
    "/b": { get: { operationId: "a.b" } },
    "/c/{id}": {
      get: {
        operationId: "c",
        parameters: [
          { name: "id", in: "path", required: true, schema: text },
          { name: "id", in: "query", schema: text }
        ]
      }
    }
  })
  const { entries, notes } = await imported(document)
  expect(entries.map(({ name }) => name)).toEqual(["a_b", "a_b_2", "c"])
  expect(entries[2]?.implementation.http.url).toBe("https://notes.example/v1/c/{id}?id={id_query}")
  expect(notes).toEqual(['another operation has the name "a_b"; the tool of this one is "a_b_2"'])
  expect((await imported(document, { only: ["c"] })).notes).toEqual([])
  expect((await imported(document, { only: ["a.b"] })).entries.map(({ name }) => name)).toEqual(["a_b_2"])
})

const secured = (scheme: object) =>
  imported(
    api(
      { "/a": { get: { operationId: "a" } } },
      { components: { securitySchemes: { myKey: scheme } }, security: [{ myKey: [] }] }
    )
  )

it.each([
  [{ type: "apiKey", in: "header", name: "X-Key" }, { "X-Key": "${env:MY_KEY}" }, "the key of"],
  [{ type: "apiKey", in: "cookie", name: "sid" }, { Cookie: "sid=${env:MY_KEY}" }, "the key of"],
  [{ type: "http", scheme: "Bearer" }, { Authorization: "Bearer ${env:MY_KEY}" }, "the token of"],
  [{ type: "http", scheme: "basic" }, { Authorization: "Basic ${env:MY_KEY}" }, '"user:password" in base64'],
  [{ type: "oauth2", flows: {} }, { Authorization: "Bearer ${env:MY_KEY}" }, "an access token"]
])("passes the credentials of %j in a header, from a variable that a note names", async (scheme, headers, means) => {
  const { entries, notes } = await secured(scheme)
  expect(entries[0]?.implementation.http.headers).toEqual(headers)
  expect(notes[0]).toContain("set the variable MY_KEY to ")
  expect(notes[0]).toContain(means)
})

it.each([
  [{ type: "apiKey", in: "query", name: "key" }, "would be in the query, which is shown and logged"],
  [{ type: "apiKey", in: "header", name: "Host" }, 'the header "Host" belongs to the connection'],
  [{ type: "mutualTLS" }, "is of an unsupported kind"]
])("sends no credentials of %j, and notes it", async (scheme, why) => {
  const { entries, notes } = await secured(scheme)
  expect(entries[0]?.implementation.http.headers).toBeUndefined()
  expect(notes[0]).toContain(why)
  expect(notes[1]).toContain("requires credentials that none of its tool's headers carries")
})

it("uses the first authentication that headers can carry, or none if none is needed", async () => {
  const { entries } = await imported(
    api(
      {
        "/a": { get: { security: [{ inQuery: [] }, { one: [], two: [] }] } },
        "/b": { get: { security: [] } }
      },
      {
        security: [{ one: [] }],
        components: {
          securitySchemes: {
            inQuery: { type: "apiKey", in: "query", name: "k" },
            one: { type: "http", scheme: "bearer" },
            two: { type: "apiKey", in: "header", name: "X-Two" }
          }
        }
      }
    )
  )
  expect(entries.map(({ implementation }) => implementation.http.headers)).toEqual([
    { Authorization: "Bearer ${env:ONE}", "X-Two": "${env:TWO}" },
    undefined
  ])
})

it("notes each feature that a tool cannot express, and omits a tool that would lack a required one", async () => {
  const { entries, notes } = await imported(
    api({
      "/a/{id}": {
        post: {
          operationId: "optional",
          deprecated: true,
          parameters: [
            { name: "id", in: "path", required: true, schema: text },
            { name: "sid", in: "cookie", schema: text },
            { name: "Host", in: "header", schema: text },
            { name: "where", in: "query", schema: { type: "object" } },
            { name: "as", in: "query", content: { "application/json": {} } },
            { name: "ids", in: "query", explode: false, schema: { type: "array", items: text } }
          ],
          requestBody: { content: { "application/json": {} } }
        },
        patch: { operationId: "parts", requestBody: { content: { "multipart/form-data": {} } } },
        put: {
          operationId: "form",
          requestBody: { required: true, content: { "application/x-www-form-urlencoded": {} } }
        },
        get: { operationId: "cookie", parameters: [{ name: "sid", in: "cookie", required: true, schema: text }] },
        delete: { operationId: "stray" }
      }
    })
  )
  expect(entries.map(({ name }) => name)).toEqual(["optional"])
  expect(entries[0]?.description).toBe("Deprecated. POST /a/{id}")
  expect(entries[0]?.implementation.http).toEqual({
    method: "POST",
    url: "https://notes.example/v1/a/{id}?ids={ids}",
    body: "{body}"
  })
  expect(entries[0]?.parameters.properties.ids).toEqual({
    type: "string",
    description: "Several values, separated by commas."
  })
  expect(notes).toEqual([
    'the parameter "sid" would be in a cookie and is left out',
    'the parameter "Host" is a header that belongs to the connection, and is set for each request and is left out',
    'the parameter "where" is an object, which has no one way to be written there and is left out',
    'the parameter "as" uses a custom format and is left out',
    'the operation of the tool "optional" is deprecated',
    'the body is "multipart/form-data", and only JSON is sent, so there is no tool "parts"',
    'the body is "application/x-www-form-urlencoded", and only JSON is sent, so there is no tool "form"',
    'the parameter "sid" would be in a cookie, so there is no tool "cookie"',
    'the path has "id", which no parameter describes; there is no tool "stray"'
  ])
})

const bodyOf = async (schema: object, schemas: object = {}) => {
  const post = { operationId: "a", requestBody: { content: { "application/json": { schema } } } }
  const { entries } = await imported(api({ "/a": { post } }, { components: { schemas } }))
  const { properties, $defs } = entries[0]?.parameters ?? { properties: {} }
  return { body: properties.body, $defs }
}

it("writes schemas of 3.0 as JSON Schema 2020-12, without members that only answers have", async () => {
  const { body } = await bodyOf(
    { $ref: "#/components/schemas/Note" },
    {
      Note: {
        type: "object",
        required: ["id", "size"],
        properties: {
          id: { type: "string", readOnly: true },
          size: { type: "integer", minimum: 0, exclusiveMinimum: true, nullable: true, example: 3, "x-order": 1 },
          kind: { type: "string", enum: ["a"], nullable: true, pattern: "(?=a)b" },
          owner: { nullable: true, allOf: [{ $ref: "#/components/schemas/Owner" }] }
        }
      },
      Owner: { type: "object", properties: { name: text }, discriminator: { propertyName: "name" } }
    }
  )
  const owner = { type: "object", properties: { name: { type: "string" } } }
  expect(body).toEqual({
    type: "object",
    required: ["size"],
    properties: {
      size: { type: ["integer", "null"], exclusiveMinimum: 0 },
      kind: { type: ["string", "null"], enum: ["a", null] },
      owner: { anyOf: [{ allOf: [owner] }, { type: "null" }] }
    }
  })
})

it("defines a recursive schema once", async () => {
  const { body, $defs } = await bodyOf(
    { $ref: "#/components/schemas/Tree" },
    {
      Tree: {
        type: "object",
        properties: {
          children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
          leaf: { $ref: "#/components/schemas/Leaf" }
        }
      },
      Leaf: { type: "object", properties: { tree: { $ref: "#/components/schemas/Tree" } } }
    }
  )
  expect(body).toEqual({ $ref: "#/$defs/Tree" })
  expect($defs).toEqual({
    Tree: {
      type: "object",
      properties: {
        children: { type: "array", items: { $ref: "#/$defs/Tree" } },
        leaf: { type: "object", properties: { tree: { $ref: "#/$defs/Tree" } } }
      }
    }
  })
})

it("defines each schema once if inlining would grow without bound", async () => {
  const levels = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => {
      const next = at === 29 ? text : { $ref: `#/components/schemas/L${at + 1}` }
      return [`L${at}`, { type: "object", properties: { a: next, b: next } }]
    })
  )
  const { body, $defs } = await bodyOf({ $ref: "#/components/schemas/L0" }, levels)
  const next = { $ref: "#/$defs/L1" }
  expect(body).toEqual({ type: "object", properties: { a: next, b: next } })
  // The last one is small, and the first one is used once.
  expect(Object.keys($defs ?? {})).toHaveLength(28)
})

it("notes an operation with too large schemas, in any way", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: "string", minLength: 1 }])
  )
  const post = {
    operationId: "a",
    requestBody: { content: { "application/json": { schema: { type: "object", properties } } } }
  }
  expect(await imported(api({ "/a": { post } }))).toMatchObject({
    entries: [],
    notes: ['the schemas of the operation are too large, so there is no tool "a"']
  })
})

it("reads Swagger 2.0: its host, its parameters, its body and its definitions", async () => {
  const { entries, notes } = await imported({
    swagger: "2.0",
    host: "notes.example",
    basePath: "/v1",
    schemes: ["http", "https"],
    securityDefinitions: { Token: { type: "apiKey", in: "header", name: "X-Token" } },
    security: [{ Token: [] }],
    paths: {
      "/notes/{id}": {
        patch: {
          operationId: "edit",
          parameters: [
            { name: "id", in: "path", required: true, type: "integer", description: "The note." },
            { name: "tags", in: "query", type: "array", collectionFormat: "multi", items: text },
            { name: "ids", in: "query", type: "array", items: text },
            { name: "file", in: "formData", type: "file" },
            { name: "note", in: "body", required: true, schema: { $ref: "#/definitions/Note" } }
          ]
        }
      }
    },
    definitions: { Note: { type: "object", properties: { title: text } } }
  })
  expect(notes).toEqual([
    'the parameter "file" would be in a form, which is not supported and is left out',
    'set the variable TOKEN to the key of the security scheme "Token"'
  ])
  expect(entries[0]).toMatchObject({
    parameters: {
      properties: {
        id: { type: "integer", description: "The note." },
        tags: { type: "array", items: { type: "string" } },
        ids: { type: "string", description: "Several values, separated by commas." },
        body: { type: "object", properties: { title: { type: "string" } } }
      },
      required: ["id", "body"]
    },
    implementation: {
      http: {
        method: "PATCH",
        url: "https://notes.example/v1/notes/{id}?tags={tags}&ids={ids}",
        headers: { "X-Token": "${env:TOKEN}" },
        body: "{body}"
      }
    }
  })
})

const lines = (...all: ReadonlyArray<string>) => all.join("\n")

it.each([
  [
    lines(
      "openapi: 3.1.0",
      "servers: [{ url: https://a.example }]",
      "paths:",
      "  /a:",
      "    get:",
      "      parameters: [{ $ref: 'https://evil.example/p.yaml#/p' }]"
    ),
    'api.json:6:28: the reference "https://evil.example/p.yaml#/p" leads out of the document; put what it names into the document'
  ],
  [
    lines(
      "openapi: 3.1.0",
      "servers: [{ url: https://a.example }]",
      "paths:",
      "  /a: { get: { parameters: [{ $ref: ./p.yaml }] } }"
    ),
    'api.json:4:37: the reference "./p.yaml" leads out of the document'
  ],
  [
    '{"openapi":"3.1.0","servers":[{"url":"https://a.example"}],"paths":{"/a":{"$ref":"#/nowhere"}}}',
    'api.json:1:82: the reference "#/nowhere" leads nowhere'
  ],
  [
    '{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}',
    'api.json:1:42: the reference "#/paths/~1a" leads back to itself'
  ],
  [
    '{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}',
    "api.json:1:1: the document names no server; give the URL of one with --server"
  ],
  [
    '{"openapi":"3.1.0","servers":[{"url":"/v1"}],"paths":{"/a":{"get":{}}}}',
    'api.json:1:31: the server "/v1" is not a full URL; give the URL of one with --server'
  ],
  [
    '{"openapi":"4.0.0","paths":{}}',
    'api.json:1:1: this is not an OpenAPI document of version 2.0, 3.0 or 3.1: it has "4.0.0" under "openapi" or "swagger"'
  ],
  ["[1]", "api.json:1:1: this is not an OpenAPI document of version 2.0, 3.0 or 3.1: it has none"],
  ['{"openapi":"3.1.0","paths":{}}', "api.json:1:1: the document has no operations"],
  ['{"openapi":"3.1.0",\n"paths":{,}}', "api.json:2:10: this is not JSON"],
  ['{"openapi":"3.1.0",\n"openapi":"3.1.0"}', 'api.json:2:1: the key "openapi" is given twice'],
  [`{"openapi":${"[".repeat(1e5)}`, "api.json:1:1: the text is nested too deeply"],
  ["openapi: &a 3.1.0", "api.json:1:10: anchors are not supported"],
  ["", "api.json:1:1: the file is empty"]
])("refuses a document with the position: %.60j", async (document, fault) => {
  expect(await faults(document)).toContain(fault)
})

it("omits an invalid operation, names it with the reason, and converts the others", async () => {
  const good = { operationId: "good" }
  const { entries, notes } = await imported(
    api(
      {
        "/a": { get: good, post: { operationId: "lost", parameters: [{ $ref: "#/nowhere" }] } },
        "/b": { $ref: "#/nowhere" },
        "/c": { get: { operationId: "relative", servers: [{ url: "/v1" }] } },
        "/d": {
          post: {
            operationId: "deep",
            requestBody: { content: { "application/json": { schema: { $ref: "a.yaml" } } } }
          }
        },
        "/e": { get: { operationId: "cookie", security: [{ bad: [] }] } }
      },
      { components: { securitySchemes: { bad: { type: "apiKey", in: "cookie", name: "a; b" } } } }
    )
  )
  expect(entries.map(({ name }) => name)).toEqual(["good", "cookie"])
  expect(notes).toEqual([
    'the reference "#/nowhere" leads nowhere; it is left out',
    'the reference "#/nowhere" leads nowhere; there is no tool "lost"',
    'the server "/v1" is not a full URL; give the URL of one with --server; there is no tool "relative"',
    'the reference "a.yaml" leads out of the document; put what it names into the document; there is no tool "deep"',
    'the key of the security scheme "bad" would be in a cookie whose name, "a; b", is invalid',
    "the operation requires credentials that none of its tool's headers carries"
  ])
})

it("defines a large schema once if it is used more than once, and expands any other", async () => {
  const large = { type: "object", properties: Object.fromEntries([..."abcdef"].map((name) => [name, text])) }
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const { body, $defs } = await bodyOf(
    {
      type: "object",
      properties: { a: ref("Large"), b: ref("Large"), c: ref("Small"), d: ref("Small"), e: ref("Once") }
    },
    { Large: large, Small: { type: "string", enum: ["a"] }, Once: { type: "object", properties: { x: ref("Large") } } }
  )
  const small = { type: "string", enum: ["a"] }
  const defined = { $ref: "#/$defs/Large" }
  expect(body).toEqual({
    type: "object",
    properties: {
      a: defined,
      b: defined,
      c: small,
      d: small,
      e: { type: "object", properties: { x: defined } }
    }
  })
  expect($defs).toEqual({ Large: large })
})

it("resolves a shared reference of thousands of operations once", async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `L${at}`,
      at === 1999 ? text : { $ref: `#/components/schemas/L${at + 1}` }
    ])
  )
  const parameters = [{ name: "a", in: "query", schema: { $ref: "#/components/schemas/L0" } }]
  const paths = Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [`/p${at}`, { get: { operationId: "same", parameters } }])
  )
  const document = JSON.stringify(api(paths, { components: { schemas } }))
  const { tools } = await Effect.runPromise(importOpenApi(document, "api.json", {}))
  expect(new Set(tools).size).toBe(3000)
  expect([tools[0], tools[1], tools.at(-1)]).toEqual(["same", "same_2", "same_3000"])
})

it("omits a path that would change the server, and entries that are not operations", async () => {
  const { entries, notes } = await imported(
    api({
      ".evil.example/x": { get: {} },
      ":8123/x": { get: {} },
      "@evil.example/": { get: {} },
      plain: { get: {} },
      "/a": { get: { operationId: "good" }, put: 3, post: { parameters: 3 } },
      "/b": []
    })
  )
  expect(entries.map(({ name }) => name)).toEqual(["good"])
  expect(notes).toEqual([
    'the path ".evil.example/x" does not begin with "/"; it is left out',
    'the path ":8123/x" does not begin with "/"; it is left out',
    'the path "@evil.example/" does not begin with "/"; it is left out',
    'the path "plain" does not begin with "/"; it is left out',
    'there is no map under "put" of the path "/a"; it is left out',
    'there is no list under "parameters" of "post" of the path "/a"; it is left out',
    'the path "/b" is not a map of operations; it is left out'
  ])
})

it("omits an operation with a URL that no server accepts", async () => {
  const parameters = Array.from({ length: 300 }, (_, at) => ({
    name: `${"é".repeat(10)}${at}`,
    in: "query",
    schema: text
  }))
  const { notes } = await imported(api({ "/a": { get: { operationId: "long", parameters } }, "/b": { get: {} } }))
  expect(notes).toEqual([
    expect.stringMatching(/^its URL would have \d+ characters, of at most 8192; there is no tool "long"$/)
  ])
})

it("names an unknown operation, with the nearest one", async () => {
  expect(await faults(api({ "/a": { get: { operationId: "notes/list" } } }), { only: ["notes/lst"] })).toBe(
    'api.json:1:1: unknown operation "notes/lst"; did you mean "notes/list"?'
  )
})

it("prefers the given server to those of the document, and uses the defaults of its variables", async () => {
  const document = api({
    "/a": { get: { servers: [{ url: "https://{region}.a.example", variables: { region: { default: "eu" } } }] } }
  })
  expect((await imported(document)).entries[0]?.implementation.http.url).toBe("https://eu.a.example/a")
  expect((await imported(document, { server: "http://127.0.0.1:8080/" })).entries[0]?.implementation.http.url).toBe(
    "http://127.0.0.1:8080/a"
  )
  expect(await faults(document, { server: "127.0.0.1:8080" })).toBe(
    'api.json: the server "127.0.0.1:8080" cannot be used: the URL must begin with "https://" or "http://" and a host'
  )
})

it("writes only what a catalogue can express", async () => {
  const description = `a\u202eb\u0000c\ud800\r\n${"x".repeat(5000)}`
  const { entries } = await imported(api({ "/é b/'\"": { get: { description } } }))
  expect(entries[0]?.description).toHaveLength(1024 - 3)
  expect(entries[0]?.description.startsWith("abc\ufffd\nxxx")).toBe(true)
  expect(entries[0]?.implementation.http.url).toBe("https://notes.example/v1/%C3%A9%20b/'%22")
})

it("ignores a member called __proto__", async () => {
  const document = JSON.stringify(api({ "/a": { get: { operationId: "__proto__" } }, "/b": { get: {} } })).replace(
    '"/b"',
    '"__proto__":{"get":{}},"/__proto__":{"get":{}},"/b"'
  )
  expect((await imported(document)).entries.map(({ name }) => name)).toEqual(["proto", "get___proto", "get_b"])
})
