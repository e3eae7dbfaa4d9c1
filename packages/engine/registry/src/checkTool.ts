import {
  type FileDeclaration,
  type PermissionType,
  pickDefinition,
  quoted,
  type RegisteredTool,
  type ResourceDeclaration,
  type Tool,
  type ToolDefinition,
  type ToolImplementation,
  type ToolRisk
} from "@toolgate/core"
import { canonicalizeJson, copyJson, NotJson } from "@toolgate/core/json"
import { checkSchema } from "./checkSchema.ts"
import { copyImplementation } from "./copyImplementation.ts"
import { describeImplementation } from "./describeImplementation.ts"
import { digestTool } from "./digestTool.ts"
import { findEffectProblems } from "./findEffectProblems.ts"
import { findImplementationProblems } from "./findImplementationProblems.ts"
import { findResourceProblems } from "./findResourceProblems.ts"
import { findRoutingProblems } from "./findRoutingProblems.ts"
import { formatLiteral } from "./formatLiteral.ts"
import { makeObjectReader } from "./makeObjectReader.ts"
import { makeOutputChecker } from "./makeOutputChecker.ts"
import { describeArguments } from "./Subject.ts"

/** Checks a definition. Returns the tool as deeply frozen copies, or all problems as clauses. Does not compile schemas. */
export const checkTool = (given: Tool): RegisteredTool | ReadonlyArray<string> => {
  if (typeof given !== "object" || given === null) return ["it is not a tool: pass what defineTool returns"]
  const tool = copyOf(given)
  if (tool === undefined) return ["it cannot be read: one of its members throws"]
  if (tool.aliases === undefined && tool.implementations === undefined) return unmade(tool)
  const parameters = checkSchema("parameters", tool.parameters, tool.schemas)
  const output = tool.output === undefined ? undefined : checkSchema("output", tool.output, tool.schemas)
  const problems = [...fieldProblems(tool), ...findEffectProblems(tool), ...findRoutingProblems(tool)]
  if (!("schema" in parameters)) problems.push(...parameters)
  if (output !== undefined && !("schema" in output)) problems.push(...output)

  const reachable = tool.schemas !== "portable" || !("schema" in parameters) ? undefined : parameters.schema
  const resources = resourcesOf(tool)
  if (typeof resources === "string") problems.push(resources)
  else {
    for (const declaration of resources) problems.push(...findResourceProblems(declaration, reachable))
    if (tool.requiresWorkspace === true) problems.push(...resources.filter(isFileOfHost).map(outsideWorkspace))
  }

  const ways = Array.isArray(tool.implementations) ? tool.implementations.map(copyImplementation) : []
  if (ways.length === 0)
    problems.push('an implementation is needed: defineTool takes "execute", "make", "command" or "wasm"')
  else for (const way of ways) problems.push(...findImplementationProblems(way))
  if (typeof resources !== "string") for (const way of ways) problems.push(...undeclared(way, resources))
  if (ways.length > 1 && ways.some((way) => way?.kind === "provider"))
    problems.push("a hosted tool has no other implementation: make the tool that runs here another tool")

  if (problems.length > 0 || !("schema" in parameters) || typeof resources === "string") return problems
  const outputSchema = output !== undefined && "schema" in output ? output : undefined
  const implementations = Object.freeze(ways.map((way) => describeImplementation(frozen(way))))
  const definition = frozenDefinition({
    ...tool,
    parameters: parameters.schema,
    output: outputSchema?.schema,
    resources,
    implementations
  })
  return new CheckedTool({
    definition,
    implementations,
    examples: tool.examples,
    parse: makeObjectReader(parameters, tool.timeoutMs)(describeArguments(tool.name)),
    checkOutput: makeOutputChecker(tool.name, outputSchema, tool.timeoutMs),
    unchecked: [...parameters.unchecked, ...(outputSchema?.unchecked ?? [])]
  })
}

/**
 * Copies a tool, reading each member once. Returns `undefined` if a getter or proxy throws. Fills in `lazySchema` and
 * `examples` for tools written before these members existed.
 */
const copyOf = (given: Tool): Tool | undefined => {
  try {
    return Object.assign({ lazySchema: false, examples: [] }, given)
  } catch {
    return undefined
  }
}

/** Returns the problems of a definition that was not created by `defineTool`, ignoring missing fields with a default. */
const unmade = (given: Tool): ReadonlyArray<string> => [
  "it is a definition, not a tool: pass it to defineTool",
  ...findEffectProblems({ ...given, effects: given.effects ?? [] })
]

/** Copies and freezes a tool's declarations, or returns why they are not a list of plain data. */
const resourcesOf = ({ resources }: Tool): ReadonlyArray<ResourceDeclaration> | string => {
  if (!Array.isArray(resources)) return '"resources" must be a list'
  const copied = copyJson(resources, { depth: 3, nodes: 20_000, characters: 256 * 1024 })
  return copied instanceof NotJson
    ? `the resource declaration at ${quoted(copied.pointer, 200)} ${copied.reason}`
    : (copied as unknown as ReadonlyArray<ResourceDeclaration>)
}

const frozenDefinition = (tool: Tool): ToolDefinition => {
  const { aliases, effects, callers, implementations, ...facts } = pickDefinition(tool)
  return Object.freeze({
    ...facts,
    aliases: Object.freeze([...aliases]),
    effects: Object.freeze([...effects]),
    callers: Object.freeze([...callers]),
    implementations: Object.freeze(implementations.map((one) => Object.freeze(one)))
  })
}

/**
 * Copies and freezes an implementation, including the arguments and variables of a command, because its author may change
 * the originals.
 */
const frozen = (one: ToolImplementation): ToolImplementation =>
  Object.freeze(
    one.kind === "command"
      ? { ...one, argv: Object.freeze([...one.argv]), env: Object.freeze({ ...one.env }) }
      : { ...one }
  )

/** Returns a problem if a command with placeholders is not declared in the resources. */
const undeclared = (way: ToolImplementation, resources: ReadonlyArray<ResourceDeclaration>): ReadonlyArray<string> => {
  if (way?.kind !== "command" || way.input !== "words") return []
  const declared = resources.some(
    (one) => one?.kind === "command" && canonicalizeJson(one.argv) === canonicalizeJson(way.argv)
  )
  return declared ? [] : ['a command whose "input" is "words" must be among the resources, as defineTool declares it']
}

const isFileOfHost = (declaration: ResourceDeclaration): declaration is FileDeclaration =>
  declaration?.kind === "file" && declaration.within === "host"

const outsideWorkspace = ({ arg }: FileDeclaration): string =>
  `"requiresWorkspace" contradicts the file at ${formatLiteral(arg)}, which may lie anywhere: ` +
  'declare the file within "workspace", or leave "requiresWorkspace" out'

/** Returns the problems of the plain fields. Callers in JavaScript may pass anything. */
const fieldProblems = (tool: Tool): Array<string> => {
  const problems: Array<string> = []
  const need = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  need(isName(tool.name), `the name ${formatLiteral(tool.name)} must match ${namePattern.source}`)
  need(
    tool.owner === undefined || isOwner(tool.owner),
    `"owner" must be 1 to 256 characters of visible ASCII, or absent, not ${formatLiteral(tool.owner)}`
  )
  if (!Array.isArray(tool.aliases)) problems.push('"aliases" must be a list')
  else {
    for (const alias of tool.aliases)
      need(isName(alias), `the alias ${formatLiteral(alias)} must match ${namePattern.source}`)
    need(new Set([tool.name, ...tool.aliases]).size === tool.aliases.length + 1, "a name or alias is listed twice")
  }
  need(Array.isArray(tool.examples), '"examples" must be a list')
  need(isText(tool.description) && tool.description.trim() !== "", "the description must not be empty")
  for (const field of ["title", "category"] as const)
    need(tool[field] === undefined || isText(tool[field]), `"${field}" must be a string, or absent`)
  for (const field of ["destructive", "requiresWorkspace", "requiresCapability", "lazySchema"] as const)
    need(typeof tool[field] === "boolean", `"${field}" must be true or false`)
  need(kinds.includes(tool.schemas), `"schemas" must be one of ${kinds.join(", ")}, not ${formatLiteral(tool.schemas)}`)
  need(risks.includes(tool.risk), `"risk" must be one of ${risks.join(", ")}, not ${formatLiteral(tool.risk)}`)
  need(
    tool.permission === undefined || permissions.includes(tool.permission),
    `"permission" must be one of ${permissions.join(", ")}, or absent, not ${formatLiteral(tool.permission)}`
  )
  need(
    Array.isArray(tool.callers) && tool.callers.length > 0 && tool.callers.every((caller) => callers.includes(caller)),
    `"callers" must name at least one of ${callers.join(", ")} and nothing else`
  )
  need(
    typeof tool.timeoutMs === "number" && tool.timeoutMs > 0 && tool.timeoutMs <= longestTimer,
    `"timeoutMs" must be more than 0 and at most ${longestTimer}`
  )
  return problems
}

const namePattern = /^[A-Za-z0-9_.-]{1,128}$/
const isName = (name: unknown) => typeof name === "string" && namePattern.test(name)
const isOwner = (owner: unknown) => typeof owner === "string" && /^[!-~]{1,256}$/.test(owner)
const isText = (text: unknown): text is string => typeof text === "string"

// A longer timer would fire at once.
const longestTimer = 2 ** 31 - 1

const kinds: ReadonlyArray<Tool["schemas"]> = ["portable", "full", "partial"]
const risks: ReadonlyArray<ToolRisk> = ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"]
const permissions: ReadonlyArray<PermissionType> = ["network", "filesystem", "shell", "compute"]
const callers: Tool["callers"] = ["direct", "chain"]

class CheckedTool implements RegisteredTool {
  readonly definition: RegisteredTool["definition"]
  readonly implementations: RegisteredTool["implementations"]
  readonly examples: RegisteredTool["examples"]
  readonly parse: RegisteredTool["parse"]
  readonly checkOutput: RegisteredTool["checkOutput"]
  readonly unchecked: RegisteredTool["unchecked"]
  #digest: string | undefined = undefined

  constructor({
    definition,
    implementations,
    examples,
    parse,
    checkOutput,
    unchecked
  }: Omit<RegisteredTool, "digest">) {
    this.definition = definition
    this.implementations = implementations
    this.examples = examples
    this.parse = parse
    this.checkOutput = checkOutput
    this.unchecked = unchecked
    Object.freeze(this)
  }

  // Computed on first use: a thousand digests take as long as registering a thousand tools.
  get digest(): string {
    this.#digest ??= digestTool(this.definition)
    return this.#digest
  }
}
