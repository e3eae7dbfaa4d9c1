import type { JsonObject, Schema, StandardSchema, Tool } from "@toolgate/core"
import { NamedTypes } from "./types/NamedTypes.ts"
import { TypeWriter } from "./types/TypeWriter.ts"
import { comment, key } from "./types/written.ts"

/** The part of a tool that its declaration is made of. */
export interface DeclaredTool extends Pick<Tool, "name" | "description" | "parameters"> {
  readonly output?: Tool["output"]
}

/** The type of what a call resolves to in a script. */
const invocationResult =
  'type InvocationResult<T = unknown> = { status: "ok"; text: string | null; structured: T | null; artifact_ref: string | null; preview: string | null; size: number | null; files: object[] }'

const mostOfTool = 500
const longestLine = 100

/**
 * Returns TypeScript declarations of tools, which a model reads before it writes a script: a line for each tool, with its arguments
 * and its structured result as types, and what authors say of them in comments. Sorted by name, and equal in every process for equal
 * tools, so that a provider can cache a prompt with them.
 *
 * ```ts
 * import { declarations } from "@toolgate/chain"
 * import { builtins } from "toolgate"
 *
 * console.log(declarations(builtins().filter(({ callers }) => callers.includes("chain"))))
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

/** The arguments on a line, or each on a line of its own if that is too long. */
const argumentsOf = (writer: TypeWriter, parameters: JsonObject): string => {
  const whole = writer.type(parameters).text
  if (whole.length <= longestLine || !isPlain(parameters)) return whole
  return `{\n${writer
    .members(parameters)
    .map((member) => `    ${member}\n`)
    .join("")}  }`
}

/** Whether the arguments are the members of an object, and nothing else. */
const isPlain = (schema: JsonObject): boolean =>
  schema.type === "object" && notPlain.every((word) => schema[word] === undefined)

const notPlain = ["$ref", "enum", "const", "anyOf", "oneOf", "allOf", "nullable"] as const

const aboveLine = (description: string, indent = ""): string => {
  const text = comment(description, mostOfTool)
  return text === "" ? "" : `${indent}/** ${text} */\n`
}

/** Returns the JSON Schema of a tool that is not registered yet, which may be a Standard Schema. One that gives none says nothing. */
const jsonSchemaOf = (schema: Schema | StandardSchema): JsonObject => {
  if (!("~standard" in schema)) return schema as JsonObject
  const { jsonSchema } = schema["~standard"] as JsonSchemas
  return jsonSchema?.input({ target: "draft-2020-12" }) ?? {}
}

interface JsonSchemas {
  readonly jsonSchema?: { readonly input: (options: object) => JsonObject }
}
