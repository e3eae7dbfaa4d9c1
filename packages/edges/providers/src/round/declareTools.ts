import type { JsonObject } from "@toolgate/core"
import type { Declared, DeclaredTool, DeclareOptions } from "../Format.ts"
import { hostedSpecs, type ListedTool } from "../ListedTool.ts"
import type { CallType, ProviderTool } from "../ProviderTool.ts"
import type { Dialect } from "../schemas/Dialect.ts"
import { declaredSchema, openSchema } from "../schemas/declaredSchema.ts"
import { type NameRule, WireNames } from "./WireNames.ts"

/** The parts of a format that declarations are made of. */
export interface Declaring<Declaration> {
  readonly names: NameRule
  readonly dialect: Dialect
  /** Whether the provider has a tool search of its own, which loads what is deferred. */
  readonly hasSearch: boolean
  /** Returns the declaration of a tool that the provider defines. */
  readonly ofSpec: (spec: JsonObject) => Declaration
  readonly ofTool: (tool: LocalTool) => Declaration
  /** Returns the name of a provider's program that may call tools, if a spec declares one. */
  readonly programOf: (spec: JsonObject) => string | undefined
}

/** A tool of the gate, as a format declares it. */
export interface LocalTool {
  readonly tool: ListedTool
  readonly wire: string
  readonly schema: JsonObject
  readonly strict: boolean
  readonly deferLoading: boolean
  /** The callers of the tool, if a program of the provider's may call it. */
  readonly callers: { readonly direct: boolean; readonly program: string } | undefined
}

/** Declares tools: provider tools, then hosted ones, then those that the gate runs. */
export const declareTools = <Declaration>(
  format: Declaring<Declaration>,
  tools: ReadonlyArray<ListedTool>,
  options: DeclareOptions = {}
): Declared<Declaration> => {
  if (!Array.isArray(tools))
    throw new TypeError("What is declared has to be a list of tools, as in declare(await session.tools.declarable()).")
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

/** A declaration that is being made. */
interface Round<Declaration> {
  readonly format: Declaring<Declaration>
  readonly options: DeclareOptions
  readonly names: WireNames
  readonly listed: ReadonlySet<string>
  readonly declarations: Array<Declaration>
  readonly made: Array<DeclaredTool>
  readonly leftOut: Array<{ readonly tool: string; readonly why: string }>
}

/** Declares the provider tools whose own tools are listed, and returns them. */
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
    for (const wire of new Set(wires)) round.names.reserve(tool.name, wire)
    addSpec(round, tool.name, "provider", spec)
    return true
  })

/** Declares the hosted tools. Returns the name of the provider's program that may call other tools, if one of them runs it. */
const declareHostedTools = <Declaration>(
  round: Round<Declaration>,
  tools: ReadonlyArray<ListedTool>
): string | undefined => {
  let program: string | undefined
  for (const tool of tools) {
    const specs = hostedSpecs(tool)
    const spec = specs && specIn(round, tool.name, specs)
    if (spec === undefined) continue
    if (typeof spec.name === "string") round.names.reserve(tool.name, spec.name)
    program ??= round.format.programOf(spec)
    addSpec(round, tool.name, "hosted", spec)
  }
  return program
}

/** Declares the tools that the gate runs, apart from those in whose place a provider tool is declared. */
const declareLocalTools = <Declaration>(
  round: Round<Declaration>,
  tools: ReadonlyArray<ListedTool>,
  { handlers, program }: { readonly handlers: ReadonlyArray<ProviderTool>; readonly program: string | undefined }
): void => {
  const { format, options, names, listed } = round
  let strictLeft = format.dialect.mostStrict
  for (const tool of tools.filter((tool) => hostedSpecs(tool) === undefined)) {
    const inItsPlace = handlers.findLast(({ replaces = [] }) => replaces.includes(tool.name))
    const [direct, chain] = [tool.callers.includes("direct"), tool.callers.includes("chain")]
    const isDeferred = tool.lazySchema && format.hasSearch && options.deferLoading === true
    // A schema that nobody could ask for is not left out.
    const isLazy = tool.lazySchema && !isDeferred && listed.has(describeTool)
    const found = declaredSchema(isLazy ? openSchema : tool.parameters, format.dialect)
    if (inItsPlace !== undefined) leave(round, tool.name, `${JSON.stringify(inItsPlace.name)} is declared in its place`)
    else if (!direct && program === undefined)
      leave(round, tool.name, "only programs may call it, and no tool that runs them is declared")
    else if ("refused" in found) leave(round, tool.name, found.refused)
    else {
      const { schema, isExact, isRewritten, lacks } = found
      const strict = isExact && !isLazy && strictLeft > 0
      if (strict) strictLeft--
      const wire = names.add(tool.name, specOf(options.names ?? {}, tool.name))
      const callers = program !== undefined && chain ? { direct, program } : undefined
      round.declarations.push(format.ofTool({ tool, wire, schema, strict, deferLoading: isDeferred, callers }))
      round.made.push({ tool: tool.name, kind: "local", wire, strict, isLazy, isRewritten, lacks: isLazy ? [] : lacks })
    }
  }
}

/** The tool that returns the schema of another one. */
const describeTool = "describe_tool"

/** Returns the spec of a tool for the provider, or leaves the tool out. */
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

const addSpec = <Declaration>(
  { declarations, made, format }: Round<Declaration>,
  tool: string,
  kind: "provider" | "hosted",
  spec: JsonObject
): void => {
  const wire = typeof spec.name === "string" ? spec.name : undefined
  declarations.push(format.ofSpec(spec))
  made.push({ tool, kind, wire, spec, strict: false, isLazy: false, isRewritten: false, lacks: [] })
}

const specOf = <A>(specs: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(specs, name) ? specs[name] : undefined

const matches = (type: CallType, item: CallType): boolean =>
  type.type === item.type &&
  (type.name === undefined || type.name === item.name) &&
  (type.toolset === undefined || type.toolset === item.toolset)
