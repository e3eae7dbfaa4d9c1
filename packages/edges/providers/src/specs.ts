import type { JsonObject, Schema } from "@toolgate/core"
import { getHostedSpecs, type ListedTool } from "./ListedTool.ts"
import type { ProviderTool } from "./ProviderTool.ts"

/** The spec of a function, which this process runs. */
export interface FunctionSpec {
  readonly name: string
  readonly description: string
  readonly parameters: Schema
  /** True if the model first sees name and description only. */
  readonly lazySchema: boolean
}

/** A tool that a provider defines. The spec is declared verbatim. */
export interface ProviderSpec {
  readonly name: string
  readonly provider: string
  readonly spec: JsonObject
}

/**
 * Returns the specs for a provider: of provider tools, then of hosted tools, then of functions. Leaves out tools that
 * the provider lacks.
 *
 * ```ts
 * import { specsFor } from "@toolgate/providers"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * console.log(specsFor("openai", gate.tools.list()).map(({ name }) => name))
 * ```
 */
export const specsFor = (
  provider: string,
  tools: ReadonlyArray<ListedTool>,
  providerTools: ReadonlyArray<ProviderTool> = []
): ReadonlyArray<FunctionSpec | ProviderSpec> => [
  ...providerTools.flatMap(({ name, providerSpecs }) => providerSpec(name, provider, providerSpecs)),
  ...tools.flatMap((tool) => providerSpec(tool.name, provider, getHostedSpecs(tool) ?? {})),
  ...tools.filter((tool) => getHostedSpecs(tool) === undefined).map(functionSpec)
]

const providerSpec = (
  name: string,
  provider: string,
  specs: ProviderTool["providerSpecs"]
): ReadonlyArray<ProviderSpec> => {
  const spec = Object.hasOwn(specs, provider) ? specs[provider] : undefined
  return spec === undefined ? [] : [{ name, provider, spec }]
}

const functionSpec = ({ name, description, parameters, lazySchema }: ListedTool): FunctionSpec => ({
  name,
  description,
  parameters,
  lazySchema
})
