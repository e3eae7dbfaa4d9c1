import {
  defineHostedTool,
  defineTool,
  describeUnknownName,
  type JsonObject,
  quoted,
  type ResourceDeclaration,
  type Tool
} from "@toolgate/core"
import { isJsonObject, parsePointer } from "@toolgate/core/json"
import { isOfServers } from "@toolgate/policy"
import { annotateTool } from "./annotateTool.ts"
import { coversClass, type Implied, implyClasses, pickHighest } from "./effectClasses.ts"
import type { EntryKey, ToolEntry } from "./entryShape.ts"
import type { WrittenImplementation } from "./implementationShape.ts"
import type { KnownTools } from "./KnownTools.ts"
import { resolveImplementation } from "./resolveImplementation.ts"
import type { Origin } from "./sources.ts"

/** Makes the tool of an entry with an implementation. Reports every problem and returns `undefined` if it is invalid. */
export const makeTool = (
  entry: ToolEntry,
  implementation: WrittenImplementation,
  known: KnownTools,
  origin: Origin
): Tool | undefined => {
  const { name, aliases, description, reading } = entry
  const { builtin, http } = implementation
  for (const { value, at } of [name, ...(aliases?.value ?? [])])
    if (isOfServers(value))
      reading.fault(
        at,
        () =>
          `the name ${quoted(value)} is for a tool of an MCP server, and rules for servers would hold for it: give it another name`
      )
  if (builtin !== undefined) return secondTool(entry, builtin, known)
  if (description === undefined)
    reading.fault(
      entry.at,
      () => `the tool ${quoted(name.value)} needs the key "description", for the model that calls it`
    )
  const sideEffects = classOf(entry, implementation)
  const { provider_specs: specs } = implementation
  // Listed explicitly, because every request reaches its server.
  const reaching = http !== undefined && entry.side_effects === undefined ? { effects: networkAccess } : {}
  const common = {
    ...commonOf(entry),
    ...reaching,
    description: description?.value ?? "",
    sideEffects: sideEffects ?? "NETWORK"
  }
  if (specs !== undefined) {
    for (const key of notHosted)
      if (entry[key] !== undefined)
        reading.fault(entry[key].at, () => `the key "${key}" is for tools that run here, and a provider runs this one`)
    return defineHostedTool({ ...common, providerSpecs: Object.fromEntries(specs.value) })
  }
  const parameters = entry.parameters?.value ?? noParameters
  const output = entry.output?.value
  const way = resolveImplementation(entry, implementation, origin)
  if (parameters.schemas === "portable")
    for (const { value, at } of entry.resources?.value ?? []) {
      const fault = resourceFault(value, parameters.schema)
      if (fault !== undefined) reading.fault(at, () => fault)
    }
  if (way === undefined || sideEffects === undefined) return undefined
  const { reaches = [], ...ways } = way
  return defineTool({
    ...common,
    ...ways,
    parameters: parameters.schema,
    ...(output === undefined ? {} : { output: output.schema }),
    schemas: parameters.schemas === "full" || output?.schemas === "full" ? "full" : "portable",
    resources: [...(entry.resources?.value.map(({ value }) => value) ?? []), ...reaches],
    requiresWorkspace: entry.requires_workspace?.value ?? false,
    lazySchema: entry.lazy_schema?.value ?? false,
    ...(entry.timeout === undefined ? {} : { timeoutMs: entry.timeout.value })
  })
}

const networkAccess = ["network_access"] as const

const noParameters = {
  schema: { type: "object", properties: {}, additionalProperties: false },
  schemas: "portable"
} as const

const notHosted = [
  "parameters",
  "output",
  "resources",
  "timeout",
  "requires_workspace",
  "lazy_schema",
  "examples"
] as const satisfies ReadonlyArray<EntryKey>

const commonOf = ({ name, aliases, title, category, permission, ...entry }: ToolEntry) => ({
  name: name.value,
  aliases: aliases?.value.map(({ value }) => value) ?? [],
  ...(title === undefined ? {} : { title: title.value }),
  ...(category === undefined ? {} : { category: category.value }),
  ...(permission === undefined ? {} : { permission: permission.value }),
  effects: [...new Set(entry.side_effects?.value ?? [])],
  destructive: entry.destructive?.value ?? false,
  risk: entry.risk?.value ?? "SAFE",
  callers: [...new Set(entry.allowed_callers?.value ?? ["direct" as const])],
  examples: entry.examples?.value ?? []
})

/** Returns a known tool under a second name, tightened by the entry. */
const secondTool = (entry: ToolEntry, builtin: NonNullable<WrittenImplementation["builtin"]>, known: KnownTools) => {
  const first = known.get(builtin.value)
  if (first === undefined) return entry.reading.fault(builtin.at, () => known.unknown(builtin.value, 'under "builtin"'))
  const tool = annotateTool(first, entry, ["parameters", "output", "resources", "requires_workspace"])
  if (tool === undefined) return undefined
  const { name, aliases, examples } = commonOf(entry)
  return { ...tool, name, aliases, examples, lazySchema: entry.lazy_schema?.value ?? tool.lazySchema }
}

/** Returns the class of a new tool: the stated class, or the lowest that its properties imply. */
const classOf = (entry: ToolEntry, { kind, http }: WrittenImplementation): Tool["sideEffects"] | undefined => {
  const { class: stated, side_effects: effects, reading } = entry
  if (effects?.value.includes("read_only") && effects.value.some((one) => one !== "read_only"))
    return reading.fault(effects.at, () => 'the side effect "read_only" cannot be combined with another one')
  const floor = http === undefined ? floors[kind] : requestFloor(http.value.method)
  const { least, why } = pickHighest([...implyClasses(effects?.value ?? []), ...(floor === undefined ? [] : [floor])])
  if (stated === undefined) {
    if (kind !== "provider_specs" || effects !== undefined) return least
    return reading.fault(
      entry.at,
      () =>
        `the tool ${quoted(entry.name.value)} runs at a provider, where the gate does not see it: say what it can do, under "class"`
    )
  }
  if (coversClass(stated.value, least)) return stated.value
  const covering = least === "EXECUTE" && stated.value === "NETWORK" ? ", which covers NETWORK" : ""
  return reading.fault(
    stated.at,
    () =>
      `"class" is ${stated.value}, and ${why} implies at least ${least}${covering}: a class may be raised, never lowered`
  )
}

const requestFloor = (method: string): Implied => ({
  least: method === "GET" || method === "HEAD" ? "READ" : "NETWORK",
  why: `a request with ${method}`
})

/** The lowest class of each way to run a tool. A guest has only the files, network and programs that its class allows. */
const floors: Readonly<Partial<Record<WrittenImplementation["kind"], Implied>>> = {
  command: { least: "EXECUTE", why: "a command" },
  provider_specs: { least: "READ", why: "a tool of a provider, which the arguments leave this machine for," }
}

/**
 * Returns the reason why a declaration points at no argument, or at one of the wrong type; `undefined` if it is valid.
 * An invalid declaration would leave the argument unguarded. `schema` is in the portable subset, in which each argument
 * has one position.
 */
const resourceFault = (declaration: ResourceDeclaration, schema: JsonObject): string | undefined => {
  if (!("arg" in declaration)) return undefined
  let here = schema
  for (const step of parsePointer(declaration.arg) ?? []) {
    const next = here.type === "array" ? itemAt(here, step) : propertyAt(here, step)
    if (typeof next === "string") return `the resource ${quoted(declaration.arg)} points at nothing: ${next}`
    here = next
  }
  const wanted = declaration.kind === "argv" ? "a list of strings" : "a string"
  const isWanted =
    declaration.kind === "argv"
      ? here.type === "array" && isJsonObject(here.items) && here.items.type === "string"
      : here.type === "string"
  return isWanted
    ? undefined
    : `the argument at ${quoted(declaration.arg)} must be ${wanted}, because it is a resource of the kind "${declaration.kind}"`
}

const itemAt = ({ items }: JsonObject, step: string): JsonObject | string => {
  if (!/^(?:0|[1-9]\d*|\*)$/.test(step)) return `"*" stands for the items of a list, and not ${quoted(step)}`
  return isJsonObject(items) ? items : "the list says nothing of its items"
}

const propertyAt = ({ properties = {} }: JsonObject, step: string): JsonObject | string => {
  const known = isJsonObject(properties) ? properties : {}
  const found = Object.hasOwn(known, step) ? known[step] : undefined
  return isJsonObject(found) ? found : describeUnknownName("argument", step, Object.keys(known))
}
