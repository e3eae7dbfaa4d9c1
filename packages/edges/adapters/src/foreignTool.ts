import {
  defineTool,
  type Tool,
  type ToolContext,
  ToolExecutionError,
  ToolOutcomeUnknown,
  ToolValidationError
} from "toolgate"

/** The statements about a tool that only the app can make: what the tool is able to do, and what its arguments point at. */
export type ToolAssumptions = Partial<
  Pick<
    Tool,
    | "owner"
    | "aliases"
    | "sideEffects"
    | "effects"
    | "destructive"
    | "risk"
    | "category"
    | "permission"
    | "resources"
    | "requiresWorkspace"
    | "requiresCapability"
    | "timeoutMs"
    | "callers"
  >
>

/** The options of registering a framework's tools. */
export interface FromOptions {
  /**
   * The statements about all of the tools. A framework's tool is a function of this process: without statements it executes code
   * (`EXECUTE`, `local_exec`) and is destructive.
   */
  readonly assume?: ToolAssumptions
  /** The statements about single tools, by their names. Each takes the place of what is said about all. */
  readonly tools?: Readonly<Record<string, ToolAssumptions>>
}

/** A check of arguments by a framework's own schema. */
export type Check = (args: unknown) => Promise<{ readonly value: unknown } | { readonly issues: ReadonlyArray<Issue> }>

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<unknown>
}

/** A tool of a framework, as far as a gate needs to know it. */
export interface ForeignTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  /** The schema of the arguments, as JSON Schema. */
  readonly parameters: object
  readonly check?: Check | undefined
  /** Whether the tool wants a person to be asked, always or for some calls. */
  readonly needsApproval: boolean
  readonly execute: (args: unknown, context: ToolContext) => unknown
}

/** Returns the tools as tools of a gate. Throws if the options name a tool that there is not. */
export const foreignTools = (
  framework: string,
  tools: ReadonlyArray<ForeignTool>,
  { assume, tools: each = {} }: FromOptions
): ReadonlyArray<Tool> => {
  const unknown = Object.keys(each).find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined)
    throw new TypeError(`There is no tool ${JSON.stringify(unknown)} among those of ${framework}.`)
  return tools.map((tool) => foreignTool(framework, tool, { ...assume, ...each[tool.name] }))
}

const foreignTool = (
  framework: string,
  { name, title, description, parameters, check, needsApproval, execute }: ForeignTool,
  { risk = "SAFE", ...said }: ToolAssumptions
): Tool =>
  defineTool({
    name,
    ...(title === undefined ? {} : { title }),
    description: description === "" ? (title ?? `The tool ${name}.`) : description,
    parameters: checkedSchema(framework, parameters, check),
    schemas: "full",
    sideEffects: "EXECUTE",
    effects: said.sideEffects === undefined ? ["local_exec"] : [],
    destructive: true,
    ...said,
    // A person confirms what is of a high risk, whatever else is said about the tool.
    risk: needsApproval && risk !== "CRITICAL" ? "HIGH" : risk,
    execute: async function* (args: unknown, context: ToolContext) {
      try {
        return yield* asGenerator(await execute(args, context))
      } catch (cause) {
        context.signal.throwIfAborted()
        throw isToolError(cause) ? cause : new ToolExecutionError({ message: messageOf(cause), cause })
      }
    }
  })

/** Returns what a generator yields as texts and its return value, or the value itself. */
const asGenerator = async function* (value: unknown): AsyncGenerator<string, unknown> {
  return isGenerator(value) ? yield* value : value
}

const isGenerator = (value: unknown): value is AsyncGenerator<string, unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

const isToolError = (cause: unknown): boolean =>
  [ToolExecutionError, ToolOutcomeUnknown, ToolValidationError].some((error) => cause instanceof error)

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * Returns a schema whose checks the gate runs before the policy is asked, and whose conversions are left to the tool: what a person
 * approves is what the model wrote.
 */
const checkedSchema = (vendor: string, parameters: object, check: Check | undefined): Tool["parameters"] => {
  if (check === undefined) return structuredClone(parameters) as never
  const schema = withoutDefaults(structuredClone(parameters))
  const standard = {
    version: 1 as const,
    vendor,
    validate: async (value: unknown) => {
      const checked = await check(structuredClone(value))
      return "issues" in checked ? checked : { value }
    },
    jsonSchema: { input: () => schema, output: () => schema }
  }
  return { "~standard": standard }
}

/**
 * Returns a JSON Schema whose defaults are told in its descriptions. A gate never changes arguments, so it takes no schema that
 * fills them in: the tool does that itself, with what a person has approved.
 */
const withoutDefaults = (schema: unknown, isNames = false): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => withoutDefaults(one))
  if (typeof schema !== "object" || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [
    name,
    !isNames && values.has(name) ? value : withoutDefaults(value, !isNames && named.has(name))
  ])
  const { default: filledIn, ...kept } = Object.fromEntries(members) as Readonly<Record<string, unknown>>
  if (isNames || filledIn === undefined) return Object.fromEntries(members)
  const told = `By default: ${JSON.stringify(filledIn)}.`
  return { ...kept, description: typeof kept.description === "string" ? `${kept.description} ${told}` : told }
}

/** The keywords whose value holds a schema for each name, and those whose value is no schema. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])
const values = new Set(["default", "const", "enum", "examples"])
