import type { JsonObject, ToolDefinition } from "@toolgate/core"

/**
 * The fields of a gate's tool that its declaration needs. Every `ToolDefinition` has them, such as those of
 * `tools.declarable()` of a session or gate.
 */
export type ListedTool = Pick<
  ToolDefinition,
  "name" | "description" | "parameters" | "output" | "callers" | "lazySchema" | "implementations"
>

/** The specs of a tool by provider, declared verbatim. */
export type ProviderSpecs = Readonly<Record<string, JsonObject>>

/** Returns the specs of a hosted tool, or `undefined` for a tool that the gate runs. */
export const getHostedSpecs = ({ implementations }: Pick<ListedTool, "implementations">): ProviderSpecs | undefined =>
  implementations.find((one) => one.kind === "provider")?.specs
