import { defineTool } from "./defineTool.ts"
import type { ProviderImplementation, Tool, ToolDefinition } from "./Tool.ts"

/**
 * The options of a hosted tool. `providerSpecs` holds the declaration for each provider, which is sent to it as it is. The tool has
 * neither a schema nor resources of its own, because its arguments do not pass through the gate.
 */
export interface HostedToolOptions
  extends Pick<Tool, "name" | "description" | "sideEffects">,
    Partial<Omit<Tool, "name" | "description" | "sideEffects" | NotHosted>> {
  readonly providerSpecs: ProviderImplementation["specs"]
}

type NotHosted =
  | "parameters"
  | "output"
  | "schemas"
  | "resources"
  | "requiresWorkspace"
  | "timeoutMs"
  | "lazySchema"
  | "implementations"

/**
 * Makes a hosted tool, which the provider of a model runs on its own machines. The gate judges it when it is declared to a model: a
 * tool that the policy denies is not declared. A local call of it runs nothing, and is answered as deferred.
 *
 * ```ts
 * import { defineHostedTool } from "toolgate"
 *
 * export const webSearch = defineHostedTool({
 *   name: "web_search",
 *   description: "Searches the web.",
 *   sideEffects: "NETWORK",
 *   providerSpecs: { openai: { type: "web_search" }, anthropic: { type: "web_search_20260318", name: "web_search" } }
 * })
 * ```
 */
export const defineHostedTool = ({ providerSpecs, ...options }: HostedToolOptions): Tool => ({
  ...defineTool({ ...options, parameters: anyArguments }),
  implementations: [{ kind: "provider", specs: providerSpecs }]
})

// The provider knows what its tool takes. Nothing of that passes through the gate.
const anyArguments = { type: "object" } as const

/** Whether a tool is hosted: the provider of a model runs it, and the gate judges it when it is declared. */
export const isHosted = ({ implementations }: Pick<ToolDefinition, "implementations">): boolean =>
  implementations.some(({ kind }) => kind === "provider")
