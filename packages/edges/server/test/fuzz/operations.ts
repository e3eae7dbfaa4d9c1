import fc from "fast-check"

/** A part of a JSON Schema that the document uses. */
export interface JsonSchema {
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
}

interface Parameter {
  readonly in: "path" | "query" | "header"
  readonly name: string
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly body: JsonSchema | undefined
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** Lists the operations of an OpenAPI document. */
export const listOperations = (document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}): ReadonlyArray<Operation> =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => {
      const {
        parameters = [],
        requestBody,
        responses
      } = given as {
        readonly parameters?: ReadonlyArray<Parameter>
        readonly requestBody?: { readonly content: Content }
        readonly responses: Operation["responses"]
      }
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content["application/json"]?.schema,
        responses
      }
    })
  )

/** Values that no schema expects, or that programs handle badly. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    0.5,
    2 ** 53,
    "",
    "__proto__",
    "../..",
    "a/b",
    "\u0000",
    "\u202e",
    "<b>",
    "\n\nid: 1"
  ),
  fc.string({ unit: "binary" }),
  fc.constant("x".repeat(5_000)),
  fc.jsonValue(),
  fc.integer({ min: 1, max: 200 }).map((depth) => nest(depth))
)

const nest = (depth: number): unknown => (depth === 0 ? 0 : [nest(depth - 1)])

/** Returns values of a schema. Texts are known names where there are any, so that requests go deep. */
const valuesOf = (schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => valuesOf(branch, name, known)))
  switch (schema.type) {
    case "object": {
      const members = Object.entries(schema.properties ?? {})
      if (members.length === 0) return fc.dictionary(fc.constantFrom("text", "path", "__proto__"), fc.string())
      return fc.record(Object.fromEntries(members.map(([key, member]) => [key, valuesOf(member, key, known)])), {
        requiredKeys: [...(schema.required ?? [])]
      })
    }
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, name, known), { maxLength: 3 })
    case "string":
      return known[name] === undefined
        ? fc.oneof(fc.constantFrom("10", "say", "x"), fc.string({ minLength: 1, maxLength: 20 }))
        : fc.constantFrom(...known[name])
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1_000) })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

/** The names that exist, by the member or parameter that names them. */
export type Known = Readonly<Record<string, ReadonlyArray<string>>>

/** A request as it is sent. */
export interface FuzzedRequest {
  readonly operation: Operation
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Returns requests of any operation: valid ones, and ones with a fault at any place. */
export const requestsOf = (
  operations: ReadonlyArray<Operation>,
  tokens: ReadonlyArray<string>,
  known: Known
): fc.Arbitrary<FuzzedRequest> =>
  fc.constantFrom(...operations).chain((operation) => {
    const bodies =
      operation.body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { weight: 6, arbitrary: valuesOf(operation.body, "", known).map((value) => JSON.stringify(value)) },
            { weight: 3, arbitrary: valuesOf(operation.body, "", known).chain(replacePart).map(toText) },
            {
              weight: 1,
              arbitrary: fc.constantFrom("", "{", '{"tool":"say","tool":"note"}', "nul", "[[[[", '"\ud800"')
            },
            { weight: 1, arbitrary: junk.map(toText) }
          )
    return fc
      .record({
        params: fc.tuple(...operation.parameters.map((one) => paramsOf(one, known))),
        further: fc.constantFrom(...Array(17).fill(""), "?x=1", "&limit=x", "?cursor=%00"),
        authorization: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...tokens.map((token) => `Bearer ${token}`)) },
          { weight: 1, arbitrary: fc.constantFrom("", "Bearer x", "Basic eDp5", `Bearer ${"a".repeat(5_000)}`) }
        ),
        type: fc.constantFrom(...Array(9).fill("application/json"), "text/plain"),
        body: bodies
      })
      .map(({ params, further, authorization, type, body }) => ({
        operation,
        path: fillPath(operation, params) + further,
        headers: {
          ...(authorization === "" ? {} : { authorization }),
          ...(body === undefined ? {} : { "content-type": type }),
          ...Object.fromEntries(
            operation.parameters.flatMap((one, at) =>
              one.in === "header" && params[at] !== undefined ? [[one.name, encodeURIComponent(params[at])]] : []
            )
          )
        },
        body
      }))
  })

const hostileIds = ["..", ".", "%2e%2e", "a/../b", "\u0000", "__proto__", "constructor", "x".repeat(300), "%", "ä"]

const paramsOf = ({ in: place, name, schema }: Parameter, known: Known): fc.Arbitrary<string | undefined> => {
  const valid = valuesOf(schema, name, known).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value)
  )
  const hostile = fc.oneof(fc.constantFrom(...hostileIds), fc.string({ unit: "binary", minLength: 1 }))
  const given = fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: hostile })
  return place === "path" ? given : fc.option(given, { nil: undefined, freq: 2 })
}

const fillPath = ({ path, parameters }: Operation, params: ReadonlyArray<string | undefined>): string => {
  const filled = parameters.reduce(
    (text, one, at) => (one.in === "path" ? text.replace(`{${one.name}}`, () => encode(params[at] ?? "")) : text),
    path
  )
  const query = parameters.flatMap((one, at) =>
    one.in === "query" && params[at] !== undefined ? [`${one.name}=${encode(params[at])}`] : []
  )
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const toText = (value: unknown): string => JSON.stringify(value) ?? "undefined"

/** Replaces one member of a value by junk, or adds one that is not expected. */
const replacePart = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return junk
  const keys = Object.keys(value)
  return fc.tuple(fc.constantFrom(...keys, "further", "constructor"), junk, fc.boolean()).map(([key, part, isGone]) => {
    const { [key]: _, ...rest } = value as Record<string, unknown>
    return isGone ? rest : { ...rest, [key]: part }
  })
}
