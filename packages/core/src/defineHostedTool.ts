import { defineTool } from "./defineTool.ts"
import type { ProviderImplementation, Tool, ToolDefinition } from "./Tool.ts"

/**
 * The options of a hosted tool. `providerSpecs` holds the declaration for each provider, which is sent unchanged. The tool
 * has no schema and no resources, because its arguments do not pass through the gate.
 */
export interface HostedToolOptions
  extends Pick<Tool, "name" | "description" | "sideEffects">,
    Partial<Omit<Tool, "name" | "description" | "sideEffects" | NotHosted>> {
  /** The declaration of the tool for each provider, such as `openai`, `anthropic` or `gemini`. It is sent unchanged. */
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
 * Defines a hosted tool, which a model provider runs on its own machines. The gate judges it when it is declared to a
 * model: a tool that the policy denies is not declared. A local call runs nothing and is answered as deferred.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineHostedTool } from "toolgate"
 *
 * const webSearch = defineHostedTool({
 *   name: "web_search",
 *   description: "Searches the web.",
 *   sideEffects: "NETWORK",
 *   providerSpecs: { openai: { type: "web_search" }, anthropic: { type: "web_search_20260318", name: "web_search" } }
 * })
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [webSearch] })
 * const declared = await gate.tools.declarable()
 * assert.deepEqual(
 *   declared.map(({ name }) => name),
 *   ["web_search"]
 * )
 * // The provider runs it; the gate does not.
 * const { executed } = await gate.dispatch({ id: "1", tool: "web_search", args: { query: "otters" } })
 * assert.equal(executed, "no")
 * ```
 */
export const defineHostedTool = ({ providerSpecs, ...options }: HostedToolOptions): Tool => ({
  ...defineTool({ ...options, parameters: anyArguments }),
  implementations: [{ kind: "provider", specs: providerSpecs }]
})

// The provider defines and checks the arguments; they do not pass through the gate.
const anyArguments = { type: "object" } as const

/**
 * Whether a model provider runs the tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isHosted } from "@toolgate/core"
 * import { builtins, defineHostedTool } from "toolgate"
 *
 * const providerSpecs = { openai: { type: "web_search" } }
 * const search = defineHostedTool({ name: "search", description: "Searches.", sideEffects: "NETWORK", providerSpecs })
 * assert.equal(isHosted(search), true)
 * assert.equal(builtins().some(isHosted), false)
 * ```
 */
export const isHosted = ({ implementations }: Pick<ToolDefinition, "implementations">): boolean =>
  implementations.some(({ kind }) => kind === "provider")
