import {
  defineTool,
  type Tool,
  type ToolContext,
  ToolExecutionError,
  ToolOutcomeUnknown,
  ToolValidationError
} from "toolgate"

/** The facts about a tool that only the app knows: its effects, and the resources in its arguments. */
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

/** The options for converting a framework's tools. */
export interface FromOptions {
  /**
   * Assumptions about all tools. A framework's tool is a function of this process: by default it executes code
   * (`EXECUTE`, `local_exec`) and is destructive.
   */
  readonly assume?: ToolAssumptions
  /** Assumptions about single tools by name. They override `assume`. */
  readonly tools?: Readonly<Record<string, ToolAssumptions>>
}

/** A framework's own check of arguments. */
export type Check = (args: unknown) => Promise<{ readonly value: unknown } | { readonly issues: ReadonlyArray<Issue> }>

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<unknown>
}

/** A framework's tool, in the form that a gate needs. */
export interface ForeignTool {
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  /** The schema of the arguments, as JSON Schema. */
  readonly parameters: object
  readonly check?: Check | undefined
  /** Whether the tool needs approval for some or all calls. */
  readonly needsApproval: boolean
  readonly execute: (args: unknown, context: ToolContext) => unknown
}

/** Converts tools to a gate's tools. Throws if the options name an unknown tool. */
export const convertTools = (
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
    // High risk means that a person confirms the call, even if the app assumes less.
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

/** Yields a generator's values as texts and returns its result, or returns the value if it is not a generator. */
const asGenerator = async function* (value: unknown): AsyncGenerator<string, unknown> {
  return isGenerator(value) ? yield* value : value
}

const isGenerator = (value: unknown): value is AsyncGenerator<string, unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

const isToolError = (cause: unknown): boolean =>
  [ToolExecutionError, ToolOutcomeUnknown, ToolValidationError].some((error) => cause instanceof error)

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * Returns a schema that the gate checks before the policy. The tool applies conversions later, so that a person
 * approves what the model wrote.
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
 * Moves the defaults of a JSON Schema into its descriptions. A gate never changes arguments; the tool fills in defaults
 * after the approval.
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

/** The keywords with a map of names to schemas, and those with a value that is not a schema. */
const named = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"])
const values = new Set(["default", "const", "enum", "examples"])
