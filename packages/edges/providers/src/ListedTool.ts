import type { JsonObject, ToolDefinition } from "@toolgate/core"

/**
 * A tool of the gate, as far as it matters for its declaration. Every `ToolDefinition` is one, such as those that
 * `tools.declarable()` of a session or a gate resolves to.
 */
export type ListedTool = Pick<
  ToolDefinition,
  "name" | "description" | "parameters" | "output" | "callers" | "lazySchema" | "implementations"
>

/** The spec of a tool for each provider that has it, declared verbatim. */
export type ProviderSpecs = Readonly<Record<string, JsonObject>>

/** Returns the specs of a hosted tool, or `undefined` for a tool that the gate runs. */
export const hostedSpecs = ({ implementations }: Pick<ListedTool, "implementations">): ProviderSpecs | undefined =>
  implementations.find((one) => one.kind === "provider")?.specs
