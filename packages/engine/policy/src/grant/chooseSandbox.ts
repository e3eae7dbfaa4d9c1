import { type SandboxName, sandboxNames, type ToolDefinition, type ToolImplementation } from "@toolgate/core"

/**
 * Chooses the sandbox for a tool whose policy does not name one: the host if an implementation can run there,
 * otherwise the sandbox for the tool's guest code, or the provider for a hosted tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { chooseSandbox } from "@toolgate/policy"
 * import { builtins, defineHostedTool } from "toolgate"
 *
 * const providerSpecs = { openai: { type: "web_search" } }
 * const search = defineHostedTool({ name: "search", description: "Searches.", sideEffects: "NETWORK", providerSpecs })
 * assert.deepEqual([...builtins().slice(0, 1), search].map(chooseSandbox), ["host", "provider"])
 * ```
 */
export const chooseSandbox = ({ implementations }: Pick<ToolDefinition, "implementations">): SandboxName =>
  sandboxNames.find((name) => implementations.some(({ kind }) => natural[kind] === name)) ?? "host"

const natural: Readonly<Record<ToolImplementation["kind"], SandboxName>> = {
  function: "host",
  command: "host",
  wasm: "wasm",
  script: "wasm",
  provider: "provider"
}
