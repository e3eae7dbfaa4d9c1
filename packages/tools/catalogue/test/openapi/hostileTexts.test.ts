import { measureGrowth, mostGrowth, repeated } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { importOpenApi } from "../../src/openapi/importOpenApi.ts"

type Make = (length: number) => string

const read = (text: string) => Effect.runPromise(Effect.exit(importOpenApi(text, "api.json", {})))

const document = (members: string, paths = '"/a":{"get":{"operationId":"a"}}') =>
  `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.test"}],"paths":{${paths}}${members}}`

const described =
  (part: string): Make =>
  (length) =>
    document("", `"/a":{"get":{"operationId":"a","description":"${part.repeat(length / part.length)}"}}`)

const parts = (count: number, part: (at: number) => string) => Array.from({ length: count }, (_, at) => part(at)).join()

const schemas = (all: string) =>
  document(
    `,"components":{"schemas":{${all}}}`,
    '"/a":{"post":{"operationId":"a","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/s0"}}}}}}'
  )

/** OpenAPI documents that an attacker may have written. */
const texts: Readonly<Record<string, Make>> = {
  "open lists": repeated("["),
  "open objects": repeated('{"a":'),
  "open objects of YAML": repeated("{a: "),
  "empty lines": repeated("\n", "openapi: 3.1.0\n", "x"),
  anchors: (length) => `openapi: 3.1.0\nx:\n${"  - &a b\n".repeat(length / 9)}`,
  blanks: described(" "),
  controls: described("\\u0001"),
  "line ends": described("\\r\\n"),
  "beginnings of references": described("${"),
  "a long path": (length) => document("", `"${"/a".repeat(length / 2)}":{"get":{"operationId":"a"}}`),
  "parameters of a path": (length) => document("", `"/${"{".repeat(length)}":{"get":{"operationId":"a"}}`),
  "a long name": (length) => document("", `"/a":{"get":{"operationId":"${"a-".repeat(length / 2)}"}}`),
  "many operations": (length) =>
    document(
      "",
      parts(length / 40, (at) => `"/p${at}":{"get":{"operationId":"o${at}"}}`)
    ),
  "operations of one name": (length) =>
    document(
      "",
      parts(length / 40, (at) => `"/p${at}":{"get":{"operationId":"o"}}`)
    ),
  "a chain of references": (length) =>
    schemas(parts(length / 50, (at) => `"s${at}":{"$ref":"#/components/schemas/s${at + 1}"}`)),
  "a chain of schemas": (length) =>
    schemas(parts(length / 80, (at) => `"s${at}":{"properties":{"a":{"$ref":"#/components/schemas/s${at + 1}"}}}`)),
  "unknown members": (length) => document(`,${parts(length / 10, (at) => `"x-${at}":1`)}`)
}

it.each(Object.entries(texts))("an OpenAPI document with %s is read in linear time", async (_, make) => {
  expect(await measureGrowth(read, make, 4_000)).toBeLessThanOrEqual(mostGrowth)
})
