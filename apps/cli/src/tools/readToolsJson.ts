import type { JsonObject } from "@toolgate/core"
import { type InvalidJson, readJson } from "@toolgate/core/json"
import { makeDefinitionReader } from "@toolgate/policy-files"
import { validator } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import type { Tool } from "toolgate"

/**
 * Returns the tools that a JSON text defines. The text is a list of definitions with names, an object of definitions by
 * name, or either of these under "tools". A definition has the keys of a request of `policy check`, or the keys that
 * `toolgate tools --json` prints. Fails with the problem, as the end of a sentence with its full stop.
 */
export const readToolsJson = Effect.fnUntraced(function* (text: string): Effect.fn.Return<ReadonlyArray<Tool>, string> {
  const named = namedIn(yield* parsed(text))
  if (named === undefined)
    return yield* Effect.fail("it is neither a list of definitions nor an object of definitions by their names.")
  const readDefinition = makeDefinitionReader(yield* validator)
  const tools: Array<Tool> = []
  for (const [name, one] of named) {
    if (typeof name !== "string") return yield* Effect.fail("a definition in it has no name.")
    const called = `the definition of ${JSON.stringify(name.slice(0, 128))}`
    if (!isObject(one)) return yield* Effect.fail(`${called} is invalid: at the top level an object is expected.`)
    const read = readDefinition({ name, called }, pickDefinition(one))
    tools.push(yield* Effect.mapError(read, ({ message }) => message))
  }
  return tools.length > 0 ? tools : yield* Effect.fail("it defines no tool.")
})

const parsed = (text: string): Effect.Effect<unknown, string> =>
  Effect.try({
    try: () => readJson(text),
    catch: (cause) => `it cannot be read as JSON: ${(cause as InvalidJson).message}.`
  })

type Definitions = ReadonlyArray<readonly [name: unknown, definition: unknown]>

const namedIn = (given: unknown): Definitions | undefined => {
  if (Array.isArray(given)) return given.map((one) => [isObject(one) ? one.name : undefined, one])
  if (!isObject(given)) return undefined
  if (Array.isArray(given.tools) || isObject(given.tools)) return namedIn(given.tools)
  return typeof given.name === "string" ? [[given.name, given]] : Object.entries(given)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the definition in the form of a request: without the keys that do not affect a policy, and without null
 * values.
 */
const pickDefinition = (given: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === null || unasked.has(key) ? [] : [[renamed.get(key) ?? key, value] as const]
    )
  )

const unasked: ReadonlySet<string> = new Set([
  "name",
  "owner",
  "title",
  "description",
  "output",
  "schemas",
  "requiresWorkspace",
  "timeoutMs",
  "lazySchema",
  "implementations"
])

const renamed: ReadonlyMap<string, string> = new Map([
  ["sideEffects", "side_effects"],
  ["requiresCapability", "requires_capability"]
])
