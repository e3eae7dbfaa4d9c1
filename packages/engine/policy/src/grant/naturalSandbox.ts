import { type SandboxName, sandboxNames, type ToolDefinition, type ToolImplementation } from "@toolgate/core"

/**
 * Returns the sandbox of a tool for which no policy names one: the host if an implementation can run there, otherwise
 * the sandbox of the tool's guests, or that of hosted tools.
 */
export const naturalSandbox = ({ implementations }: Pick<ToolDefinition, "implementations">): SandboxName =>
  sandboxNames.find((name) => implementations.some(({ kind }) => natural[kind] === name)) ?? "host"

const natural: Readonly<Record<ToolImplementation["kind"], SandboxName>> = {
  function: "host",
  command: "host",
  wasm: "wasm",
  script: "wasm",
  provider: "provider"
}
