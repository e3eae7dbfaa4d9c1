import type { JsonObject } from "@toolgate/core"
import { inMarkdown } from "./inMarkdown.ts"

/** Returns the arguments of a tool as a table: each with its type, whether it has to be there, and what it means. */
export const argumentsTable = (parameters: JsonObject): string => {
  const rows = rowsOf(parameters, "")
  if (rows.length === 0) return "It takes no arguments.\n"
  const cells = [["argument", "type", "means"], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  const [header = [], ...body] = cells
  return `${[line(header), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)].join("\n")}\n`
}

/** The part of JSON Schema that the tools use for their arguments. */
interface Schema {
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
}

const rowsOf = (given: JsonObject, before: string): ReadonlyArray<ReadonlyArray<string>> => {
  const { properties = {}, required = [] } = given as Schema
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${before}${name}`
    const beneath = schema.items ?? schema
    const inside =
      beneath.properties === undefined
        ? []
        : rowsOf(beneath as JsonObject, `${path}${schema.items === undefined ? "." : "[]."}`)
    const label = required.includes(name) ? `**\`${path}\`**` : `\`${path}\``
    return [[label, typeText(schema).replaceAll("|", "\\|"), inMarkdown(schema.description ?? "")], ...inside]
  })
}

const typeText = (schema: Schema): string => {
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.enum !== undefined) return schema.enum.map((one) => `\`${String(one)}\``).join(", ")
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(" or ")
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`
  return Array.isArray(schema.type) ? schema.type.join(" or ") : String(schema.type ?? "any")
}
