import { type JsonObject, makeWellFormed } from "@toolgate/core"
import type { Declared, DeclaredTool, DeclareOptions } from "../Format.ts"
import { getHostedSpecs, type ListedTool } from "../ListedTool.ts"
import type { CallType, ProviderTool } from "../ProviderTool.ts"
import { convertSchema, openSchema } from "../schemas/convertSchema.ts"
import type { Dialect, Lack } from "../schemas/Dialect.ts"
import { type NameRule, WireNames } from "./WireNames.ts"

/** The parts of a format that declare tools. */
export interface Declaring<Declaration> {
  readonly names: NameRule
  readonly dialect: Dialect
  /** Whether the provider has a tool search that loads deferred tools. */
  readonly hasSearch: boolean
  /** The limits of one request. */
  readonly most: RequestBounds
  /** Returns the declaration of a provider-defined tool. */
  readonly ofSpec: (spec: JsonObject) => Declaration
  readonly ofTool: (tool: LocalTool) => Declaration
  /** Returns the name of the provider's program that a spec declares, if it may call tools. */
  readonly programOf: (spec: JsonObject) => string | undefined
}

/** The limits for the tools of one request. */
export interface RequestBounds {
  /** The number of tools. */
  readonly tools: number
  /** The length of a description in characters. */
  readonly description: number
}

/** A gate's tool, in the form that a format declares. */
export interface LocalTool {
  readonly tool: ListedTool
  readonly wire: string
  readonly schema: JsonObject
  readonly strict: boolean
  readonly deferLoading: boolean
  /** The callers of the tool, if a program at the provider may call it. */
  readonly callers: { readonly direct: boolean; readonly program: string } | undefined
}

export const declareTools = <Declaration>(
  format: Declaring<Declaration>,
  tools: ReadonlyArray<ListedTool>,
  options: DeclareOptions = {}
): Declared<Declaration> => {
  if (!Array.isArray(tools))
    throw new TypeError("The first argument must be a list of tools, as in declare(await session.tools.declarable()).")
  const round: Round<Declaration> = {
    format,
    options,
    names: new WireNames(format.names),
    listed: new Set(tools.map(({ name }) => name)),
    declarations: [],
    made: [],
    leftOut: []
  }
  const handlers = declareProviderTools(round)
  const program = declareHostedTools(round, tools)
  declareLocalTools(round, tools, { handlers, program })
  const { declarations, made, leftOut, names } = round
  return {
    declarations,
    tools: made,
    leftOut,
    toolOf: names.toolOf,
    wireOf: names.wireOf,
    providerTool: (item) => handlers.find(({ callTypes }) => callTypes.some((type) => matches(type, item)))
  }
}

/** The state of one declaration. */
interface Round<Declaration> {
  readonly format: Declaring<Declaration>
  readonly options: DeclareOptions
  readonly names: WireNames
  readonly listed: ReadonlySet<string>
  readonly declarations: Array<Declaration>
  readonly made: Array<DeclaredTool>
  readonly leftOut: Array<{ readonly tool: string; readonly why: string }>
}

/** Declares the provider tools whose required tools are listed, and returns them. */
const declareProviderTools = <Declaration>(round: Round<Declaration>): ReadonlyArray<ProviderTool> =>
  (round.options.providerTools ?? []).filter((tool) => {
    const spec = specIn(round, tool.name, tool.providerSpecs)
    if (spec === undefined) return false
    const missing = tool.uses.filter((name) => !round.listed.has(name)).map((name) => JSON.stringify(name))
    if (missing.length > 0) {
      leave(round, tool.name, `it needs ${missing.join(", ")}, which is not among the tools`)
      return false
    }
    const wires = [spec.name, ...tool.callTypes.map(({ name }) => name)].filter((name) => typeof name === "string")
    return addSpec(round, tool.name, "provider", spec, [...new Set(wires)])
  })

/** Declares the hosted tools. Returns the name of the provider's program that may call other tools, if there is one. */
const declareHostedTools = <Declaration>(
  round: Round<Declaration>,
  tools: ReadonlyArray<ListedTool>
): string | undefined => {
  let program: string | undefined
  for (const tool of tools) {
    const specs = getHostedSpecs(tool)
    const spec = specs && specIn(round, tool.name, specs)
    if (spec === undefined) continue
    const isAdded = addSpec(round, tool.name, "hosted", spec, typeof spec.name === "string" ? [spec.name] : [])
    if (isAdded) program ??= round.format.programOf(spec)
  }
  return program
}

/** Declares the gate's own tools, without those that a provider tool replaces. */
const declareLocalTools = <Declaration>(
  round: Round<Declaration>,
  tools: ReadonlyArray<ListedTool>,
  { handlers, program }: { readonly handlers: ReadonlyArray<ProviderTool>; readonly program: string | undefined }
): void => {
  const { format, options, names, listed } = round
  const declarable: Array<Declarable> = []
  for (const tool of tools.filter((tool) => getHostedSpecs(tool) === undefined)) {
    const inItsPlace = handlers.findLast(({ replaces = [] }) => replaces.includes(tool.name))
    const [direct, chain] = [tool.callers.includes("direct"), tool.callers.includes("chain")]
    const isDeferred = tool.lazySchema && format.hasSearch && options.deferLoading === true
    // Without `describe_tool`, the model could not ask for the schema.
    const isLazy = tool.lazySchema && !isDeferred && listed.has(describeTool)
    const found = convertSchema(isLazy ? openSchema : tool.parameters, format.dialect)
    if (inItsPlace !== undefined) leave(round, tool.name, `${JSON.stringify(inItsPlace.name)} is declared in its place`)
    else if (!direct && program === undefined)
      leave(round, tool.name, "only programs may call it, and no tool that runs them is declared")
    else if ("refused" in found) leave(round, tool.name, found.refused)
    else if (round.declarations.length + declarable.length >= format.most.tools)
      leave(round, tool.name, tooMany(format))
    else {
      const callers = program !== undefined && chain ? { direct, program } : undefined
      declarable.push({
        tool: fittingTool(tool, format),
        found,
        isLazy,
        deferLoading: isDeferred,
        callers,
        name: tool.name
      })
    }
  }
  names.add(
    declarable.map(({ name }) => name),
    options.names ?? {}
  )
  let strictLeft = format.dialect.mostStrict
  for (const { name, tool, found, isLazy, deferLoading, callers } of declarable) {
    const { schema, isExact, isRewritten, lacks } = found
    const strict = isExact && !isLazy && strictLeft > 0
    if (strict) strictLeft--
    const wire = names.wireOf(name) ?? name
    round.declarations.push(makeWellFormed(format.ofTool({ tool, wire, schema, strict, deferLoading, callers })))
    const shortened = tool.isShortened ? [shortDescription(format)] : []
    round.made.push({
      tool: name,
      kind: "local",
      wire,
      strict,
      isLazy,
      isRewritten,
      lacks: [...shortened, ...(isLazy ? [] : lacks)]
    })
  }
}

/** A tool that can be declared, before it has a wire name. */
interface Declarable extends Pick<LocalTool, "deferLoading" | "callers"> {
  readonly name: string
  readonly tool: ListedTool & { readonly isShortened: boolean }
  readonly found: Exclude<ReturnType<typeof convertSchema>, { readonly refused: string }>
  readonly isLazy: boolean
}

/** Returns the tool with its description within the provider's limit. */
const fittingTool = <Declaration>(tool: ListedTool, { most }: Declaring<Declaration>): Declarable["tool"] => {
  const { description } = tool
  const isShortened = description.length > most.description
  if (!isShortened) return { ...tool, isShortened }
  return { ...tool, isShortened, description: `${description.slice(0, most.description - cut.length)}${cut}` }
}

const cut = " … [shortened]"

const shortDescription = <Declaration>({ most, names }: Declaring<Declaration>): Lack => ({
  at: "",
  keyword: "description",
  why: `The description is shortened: ${names.provider} accepts at most ${most.description} characters.`
})

const tooMany = <Declaration>({ most, names }: Declaring<Declaration>): string =>
  `${names.provider} accepts at most ${most.tools} tools in one request. Give the agent fewer tools`

/** The tool that returns the schema of another tool. */
const describeTool = "describe_tool"

/** Returns a tool's spec for the provider, or leaves the tool out. */
const specIn = <Declaration>(
  round: Round<Declaration>,
  tool: string,
  specs: Readonly<Record<string, JsonObject>>
): JsonObject | undefined => {
  const spec = specOf(specs, round.format.names.provider)
  if (spec === undefined) leave(round, tool, "the provider has no such tool")
  return spec
}

const leave = <Declaration>({ leftOut, format }: Round<Declaration>, tool: string, why: string): void => {
  leftOut.push({ tool, why: `${JSON.stringify(tool)} is not declared to ${format.names.provider}: ${why}.` })
}

/** Declares a provider-defined tool, unless one of its names is taken. */
const addSpec = <Declaration>(
  round: Round<Declaration>,
  tool: string,
  kind: "provider" | "hosted",
  spec: JsonObject,
  wires: ReadonlyArray<string>
): boolean => {
  const { declarations, made, format, names } = round
  const taken = names.reserve(wires) ? undefined : `${JSON.stringify(wires[0])} is declared already`
  const why = declarations.length < format.most.tools ? taken : tooMany(format)
  if (why !== undefined) {
    leave(round, tool, why)
    return false
  }
  const wire = typeof spec.name === "string" ? spec.name : undefined
  declarations.push(makeWellFormed(format.ofSpec(spec)))
  made.push({ tool, kind, wire, spec, strict: false, isLazy: false, isRewritten: false, lacks: [] })
  return true
}

const specOf = <A>(specs: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(specs, name) ? specs[name] : undefined

const matches = (type: CallType, item: CallType): boolean =>
  type.type === item.type &&
  (type.name === undefined || type.name === item.name) &&
  (type.toolset === undefined || type.toolset === item.toolset)
