import { quoted, type StandardSchema } from "@toolgate/core"
import { encodePointer, isJsonObject } from "@toolgate/core/json"
import { compilePattern } from "./compilePattern.ts"
import { findZodFault, mayWait, type ZodDefinition } from "./findZodFault.ts"
import type { ReportFault } from "./portableSchema.ts"

/** A converted Standard Schema: its JSON Schema and the checks to run after it. */
export interface Converted {
  readonly schema: unknown
  readonly validate: StandardSchema["~standard"]["validate"] | undefined
}

interface JsonSchemas {
  readonly input: (options: object) => unknown
  readonly output: (options: object) => unknown
}

type Standard = Omit<StandardSchema["~standard"], "validate"> &
  Partial<Pick<Converted, "validate">> & { readonly jsonSchema?: JsonSchemas }

/**
 * Converts a Standard Schema to JSON Schema. Reports what prevents the conversion, such as transformations, because
 * arguments and results are never changed. Returns `undefined` for other values and for faulty schemas.
 */
export const convertStandard = (given: unknown, report: ReportFault): Converted | undefined => {
  try {
    if (!isHolder(given) || !("~standard" in given || isZod3(given))) return undefined
    const standard = given["~standard"] as Standard
    const { jsonSchema, validate, vendor } = standard ?? {}
    if (jsonSchema === undefined) return report("", withoutJsonSchema(given, vendor)) as undefined
    if (vendor === "zod") return ofZod(given, { ...standard, jsonSchema }, report)
    return {
      schema: ofOthers(jsonSchema, report),
      validate: validate === undefined ? undefined : (value) => validate.call(standard, value)
    }
  } catch (cause) {
    report("", `cannot be converted to JSON Schema: ${quoted(messageOf(cause), 200)}`)
    return undefined
  }
}

/** Whether a value can have members. ArkType schemas are functions. */
const isHolder = (given: unknown): given is Readonly<Record<string, unknown>> =>
  (typeof given === "object" && given !== null) || typeof given === "function"

const isZod3 = (given: Readonly<Record<string, unknown>>) =>
  !("_zod" in given) && /^Zod/.test(String((given._def as { readonly typeName?: unknown } | undefined)?.typeName))

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : "it could not be read")

const withoutJsonSchema = (given: Readonly<Record<string, unknown>>, vendor: unknown): string => {
  if (isZod3(given)) return `is a schema of Zod 3, which gives no JSON Schema: ${install}`
  if (vendor === "zod") {
    const { major = 4, minor = 0 } = (given._zod as { readonly version?: ZodVersion } | undefined)?.version ?? {}
    return major === 4 && minor < 2
      ? `is a schema of Zod ${major}.${minor}, which gives no JSON Schema: ${install}`
      : 'is a schema of "zod/mini", which gives no JSON Schema: pass z.toJSONSchema(schema, { io: "input" }), or use "zod"'
  }
  const how =
    vendor === "valibot"
      ? 'pass toStandardJsonSchema(schema) of "@valibot/to-json-schema"'
      : "use a version of the library that does, or write JSON Schema"
  return `is a Standard Schema of ${quoted(String(vendor))} that gives no JSON Schema: ${how}`
}

interface ZodVersion {
  readonly major: number
  readonly minor: number
}

const install = 'install zod 4.2 or later, and import from "zod"'

const target = "draft-2020-12"

/** Converts a Zod schema. Zod calls `override` for each definition with its path. */
const ofZod = (
  given: object,
  { jsonSchema: { input }, validate }: Standard & { readonly jsonSchema: JsonSchemas },
  report: ReportFault
): Converted => {
  const told = new Set<string>()
  let root: ZodNode["zodSchema"] | undefined
  let waits = false
  const override = ({ zodSchema, jsonSchema, path }: ZodNode) => {
    if (zodSchema === given || zodSchema["~standard"].validate === validate) root = zodSchema
    const { def } = zodSchema._zod
    waits ||= mayWait(def)
    const fault = findZodFault(def)
    const pointer = encodePointer(path)
    if (fault !== undefined && !told.has(pointer + fault)) report(pointer, fault)
    told.add(pointer + fault)
    // Zod's pattern for a format may need look-around. Zod's format check runs anyway.
    const { format, pattern } = jsonSchema
    if (format !== undefined && typeof pattern === "string" && typeof compilePattern(pattern) === "string")
      delete jsonSchema.pattern
  }
  const schema = input({ target, libraryOptions: { unrepresentable: "any", override } })
  return {
    // `z.toJSONSchema` returns JSON Schema already.
    schema: "_zod" in given ? schema : given,
    validate: waits && root !== undefined ? waiting(root) : validate
  }
}

interface ZodNode {
  readonly zodSchema: StandardSchema & {
    readonly _zod: { readonly def: ZodDefinition }
    readonly safeParseAsync: (value: unknown) => Promise<ZodParsed>
  }
  readonly jsonSchema: Record<string, unknown>
  readonly path: ReadonlyArray<string | number>
}

interface ZodParsed {
  readonly data?: unknown
  readonly error?: { readonly issues: unknown }
}

/**
 * Returns an asynchronous check. Zod's own `validate` first tries all checks synchronously and drops their promises:
 * checks would run twice, and a rejection would end the process.
 */
const waiting =
  (schema: ZodNode["zodSchema"]): Converted["validate"] =>
  async (value) => {
    const { data, error } = await schema.safeParseAsync(value)
    return { value: data, issues: error?.issues }
  }

const ofOthers = ({ input, output }: JsonSchemas, report: ReportFault): unknown => {
  const schema = input(ofValibot)
  const path = changeIn(schema, output(ofValibot))
  if (path !== undefined)
    report(
      encodePointer(path),
      'returns a different value than it takes (a default or a conversion): take the value as it comes, and change it in "execute"'
    )
  return schema
}

/**
 * Options for Valibot, which cannot convert function checks. They run with the other checks. Other libraries ignore these
 * options.
 */
const ofValibot = {
  target,
  libraryOptions: {
    ignoreActions: ["check", "check_items", "every_item", "some_item", "partial_check", "raw_check"]
  }
}

type Path = ReadonlyArray<string | number>

/**
 * Returns the path at which a schema's input and output differ or a default is filled in. Such a schema changes values.
 * Dropping unknown members does not count, so the input may be open and the output closed.
 */
const changeIn = (input: unknown, output: unknown): Path | undefined => changeAt(input, output, [], false)

const changeAt = (input: unknown, output: unknown, path: Path, isNames: boolean): Path | undefined => {
  if (Array.isArray(input) && Array.isArray(output) && input.length === output.length)
    return first(input.keys(), (at) => changeAt(input[at], output[at], [...path, at], false))
  if (!isJsonObject(input) || !isJsonObject(output)) return input === output ? undefined : path
  if (!isNames && "default" in input) return path
  const names = new Set([...Object.keys(input), ...Object.keys(output)])
  return first(names.values(), (name) => {
    if (name === "required" && !isNames) return requiredChange(input, output, path)
    if (name === "additionalProperties" && !isNames && output[name] === false) return undefined
    return changeAt(input[name], output[name], [...path, name], !isNames && named.has(name))
  })
}

const requiredChange = (input: JsonRecord, output: JsonRecord, path: Path): Path | undefined => {
  const [taken, returned] = [namesIn(input.required), namesIn(output.required)]
  const name = [...taken, ...returned].find((one) => !taken.includes(one) || !returned.includes(one))
  return name === undefined ? undefined : [...path, "properties", name]
}

const namesIn = (required: unknown): ReadonlyArray<string> => (Array.isArray(required) ? required.map(String) : [])

type JsonRecord = Readonly<Record<string, unknown>>

const first = <A>(keys: Iterable<A>, look: (key: A) => Path | undefined): Path | undefined => {
  for (const key of keys) {
    const found = look(key)
    if (found !== undefined) return found
  }
  return undefined
}

const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])
