import { type SandboxName, sandboxNames, type ToolDefinition, type ToolImplementation } from "@toolgate/core"

/**
 * Chooses the sandbox for a tool whose policy does not name one: the host if an implementation can run there,
 * otherwise the sandbox for the tool's guest code, or the provider for a hosted tool.
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
