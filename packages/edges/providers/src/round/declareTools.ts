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
  const { provider } = format.names
  const names = new WireNames(format.names)
  const declarations: Array<Declaration> = []
  const made: Array<DeclaredTool> = []
  const leftOut: Array<{ tool: string; why: string }> = []
  const handlers: Array<ProviderTool> = []
  const replaced = new Map<string, string>()
  const leave = (tool: string, why: string) => {
    leftOut.push({ tool, why: `${JSON.stringify(tool)} is not declared to ${provider}: ${why}.` })
  }
  const addSpec = (tool: string, kind: "provider" | "hosted", spec: JsonObject) => {
    const wire = typeof spec.name === "string" ? spec.name : undefined
    declarations.push(format.ofSpec(spec))
    made.push({ tool, kind, wire, spec, strict: false, isLazy: false, isRewritten: false, lacks: [] })
  }

  const listed = new Set(tools.map(({ name }) => name))
  for (const tool of options.providerTools ?? []) {
    const spec = specOf(tool.providerSpecs, provider)
    const missing = tool.uses.filter((name) => !listed.has(name))
    if (spec === undefined) leave(tool.name, "the provider has no such tool")
    else if (missing.length > 0)
      leave(
        tool.name,
        `it needs ${missing.map((name) => JSON.stringify(name)).join(", ")}, which is not among the tools`
      )
    else {
      const wires = [spec.name, ...tool.callTypes.map(({ name }) => name)].filter((name) => typeof name === "string")
      for (const wire of new Set(wires)) names.reserve(tool.name, wire)
      handlers.push(tool)
      for (const name of tool.replaces ?? []) replaced.set(name, tool.name)
      addSpec(tool.name, "provider", spec)
    }
  }
  let program: string | undefined
  for (const tool of tools) {
    const specs = hostedSpecs(tool)
    if (specs === undefined) continue
    const spec = specOf(specs, provider)
    if (spec === undefined) leave(tool.name, "the provider has no such tool")
    else {
      if (typeof spec.name === "string") names.reserve(tool.name, spec.name)
      program ??= format.programOf(spec)
      addSpec(tool.name, "hosted", spec)
    }
  }
  let strictLeft = format.dialect.mostStrict
  for (const tool of tools) {
    if (hostedSpecs(tool) !== undefined) continue
    const inItsPlace = replaced.get(tool.name)
    if (inItsPlace !== undefined) {
      leave(tool.name, `${JSON.stringify(inItsPlace)} is declared in its place`)
      continue
    }
    const { direct, chain } = { direct: tool.callers.includes("direct"), chain: tool.callers.includes("chain") }
    if (!direct && program === undefined) {
      leave(tool.name, "only programs may call it, and no tool that runs them is declared")
      continue
    }
    const isDeferred = tool.lazySchema && format.hasSearch && options.deferLoading === true
    const isLazy = tool.lazySchema && !isDeferred
    const found = declaredSchema(isLazy ? openSchema : tool.parameters, format.dialect)
    if ("refused" in found) {
      leave(tool.name, found.refused)
      continue
    }
    const strict = found.isExact && !isLazy && strictLeft > 0
    if (strict) strictLeft--
    const wire = names.add(tool.name, specOf(options.names ?? {}, tool.name))
    declarations.push(
      format.ofTool({
        tool,
        wire,
        schema: found.schema,
        strict,
        deferLoading: isDeferred,
        callers: program !== undefined && chain ? { direct, program } : undefined
      })
    )
    const { isRewritten, lacks } = found
    made.push({ tool: tool.name, kind: "local", wire, strict, isLazy, isRewritten, lacks: isLazy ? [] : lacks })
  }
  return {
    declarations,
    tools: made,
    leftOut,
    toolOf: names.toolOf,
    wireOf: names.wireOf,
    providerTool: (item) => handlers.find(({ callTypes }) => callTypes.some((type) => matches(type, item)))
  }
}

const specOf = <A>(specs: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(specs, name) ? specs[name] : undefined

const matches = (type: CallType, item: CallType): boolean =>
  type.type === item.type &&
  (type.name === undefined || type.name === item.name) &&
  (type.toolset === undefined || type.toolset === item.toolset)
