// Counts the definitions in a file that are declared to each provider: strictly, rewritten, or left out. Each line of
// the file is an MCP definition in JSON. Validates strict schemas against the provider's documented subset, as a schema
// of schemas.
//
//   node --conditions=@toolgate/source src/providers/published.ts definitions.jsonl
import { readFileSync } from "node:fs"
import type { JsonObject } from "@toolgate/core"
import { anthropic, gemini, type ListedTool, openAiChat, openAiResponses } from "@toolgate/providers"
import { Ajv2020 } from "ajv/dist/2020.js"
import { strictSchemas } from "./strictSchemas.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("The file of definitions is missing.")

interface Row {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
}

const rows = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row)

// Names repeat across servers, so each tool gets its number.
const tools = rows.map(
  ({ name, description = "", inputSchema }, at): ListedTool => ({
    name: `${at}_${name.replace(/[^A-Za-z0-9_.-]/g, "_")}`.slice(0, 64),
    description,
    parameters: inputSchema,
    output: undefined,
    callers: ["direct"],
    lazySchema: false,
    implementations: []
  })
)

const count = <A>(values: Iterable<A>): string =>
  [...Map.groupBy(values, (value) => value)]
    .map(([value, { length }]) => ({ value, length }))
    .toSorted((one, other) => other.length - one.length)
    .map(({ value, length }) => `${value} ${length}`)
    .join(", ")

const ajv = new Ajv2020({ strict: false })
for (const { provider, declare } of [openAiResponses, openAiChat, anthropic, gemini]) {
  const one = (tool: ListedTool) => declare([tool])
  const alone = tools.map(one)
  const made = alone.flatMap(({ tools }) => tools)
  const leftOut = alone.flatMap(({ leftOut }) => leftOut)
  const strict = made.filter(({ strict }) => strict)
  const together = declare(tools).tools.filter(({ strict }) => strict).length
  console.log(
    `${provider}: ${made.length} of ${rows.length} are declared, ${strict.length} of them strictly (${together} in one request), ` +
      `${made.filter(({ isRewritten }) => isRewritten).length} are written differently, ${leftOut.length} left out.`
  )
  console.log(`  not held: ${count(made.flatMap(({ lacks }) => [...new Set(lacks.map(({ keyword }) => keyword))]))}`)
  if (leftOut.length > 0)
    console.log(
      `  left out: ${count(leftOut.map(({ why }) => why.replace(/^"[^"]*" is not declared to [^:]*: /, "")))}`
    )
  const meta = strictSchemas[provider]
  if (meta === undefined) continue
  const isSubset = ajv.compile(meta)
  const outside = alone.flatMap(({ tools: [tool], declarations: [declaration] }) =>
    tool?.strict === true && !isSubset(parametersOf(declaration)) ? [tool.tool] : []
  )
  console.log(`  strict schemas outside the documented subset: ${outside.length === 0 ? "none" : outside.join(", ")}`)
}

function parametersOf(declaration: object | undefined): unknown {
  const all = declaration as { parameters?: unknown; input_schema?: unknown; function?: { parameters?: unknown } }
  return all.parameters ?? all.input_schema ?? all.function?.parameters
}
