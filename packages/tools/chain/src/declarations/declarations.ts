import type { JsonObject, Schema, StandardSchema, Tool } from "@toolgate/core"
import { NamedTypes } from "./types/NamedTypes.ts"
import { TypeWriter } from "./types/TypeWriter.ts"
import { comment, key } from "./types/written.ts"

/** The parts of a tool that appear in its declaration. */
export interface DeclaredTool extends Pick<Tool, "name" | "description" | "parameters"> {
  readonly output?: Tool["output"]
}

/** The type of a call's result in a script. */
const invocationResult =
  'type InvocationResult<T = unknown> = { status: "ok"; text: string | null; structured: T | null; artifact_ref: string | null; preview: string | null; size: number | null; files: object[] }'

const mostOfTool = 500
const longestLine = 100

/**
 * Returns TypeScript declarations of tools for a model that writes a script: one line per tool, with argument and result types and the
 * author's comments. Sorted by name and deterministic, so that a provider can cache the prompt.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { declarations } from "@toolgate/chain"
 * import { builtins } from "toolgate"
 *
 * const text = declarations(builtins())
 * assert.match(text, /^declare const tools: \{$/m)
 * assert.match(text, /read_file/)
 * ```
 */
export const declarations = (tools: ReadonlyArray<DeclaredTool>): string => {
  const types = new NamedTypes()
  const lines = tools.toSorted(byName).map((tool) => declaration(tool, types))
  const named = types.declared.map(({ name, text, description }) => `${aboveLine(description)}type ${name} = ${text}\n`)
  return `${invocationResult}\n${named.join("")}declare const tools: {\n${lines.join("")}}`
}

const byName = ({ name: one }: DeclaredTool, { name: other }: DeclaredTool) => (one < other ? -1 : one > other ? 1 : 0)

const declaration = ({ name, description, parameters, output }: DeclaredTool, types: NamedTypes): string => {
  const given = jsonSchemaOf(parameters)
  const args = argumentsOf(new TypeWriter(given, types, `${name}_args`, "arguments"), given)
  const returned = output && jsonSchemaOf(output)
  const result = returned && `<${new TypeWriter(returned, types, `${name}_result`, "result").type(returned).text}>`
  return `${aboveLine(description, "  ")}  ${key(name)}: (args: ${args}) => Promise<InvocationResult${result ?? ""}>\n`
}

/** Returns the arguments on one line, or on separate lines if too long. */
const argumentsOf = (writer: TypeWriter, parameters: JsonObject): string => {
  const whole = writer.type(parameters).text
  if (whole.length <= longestLine || !isPlain(parameters)) return whole
  return `{\n${writer
    .members(parameters)
    .map((member) => `    ${member}\n`)
    .join("")}  }`
}

/** Whether the arguments are a plain object type. */
const isPlain = (schema: JsonObject): boolean =>
  schema.type === "object" && notPlain.every((word) => schema[word] === undefined)

const notPlain = ["$ref", "enum", "const", "anyOf", "oneOf", "allOf", "nullable"] as const

const aboveLine = (description: string, indent = ""): string => {
  const text = comment(description, mostOfTool)
  return text === "" ? "" : `${indent}/** ${text} */\n`
}

/** Returns the JSON Schema of an unregistered tool, which may use Standard Schema. Empty if it has none. */
const jsonSchemaOf = (schema: Schema | StandardSchema): JsonObject => {
  if (!("~standard" in schema)) return schema as JsonObject
  const { jsonSchema } = schema["~standard"] as JsonSchemas
  return jsonSchema?.input({ target: "draft-2020-12" }) ?? {}
}

interface JsonSchemas {
  readonly jsonSchema?: { readonly input: (options: object) => JsonObject }
}
