import { type SandboxName, sandboxNames, type ToolDefinition, type ToolImplementation } from "@toolgate/core"

/** The sandbox of a tool that nobody sent anywhere: the host if anything of it can run there, else the one of its guests. */
export const naturalSandbox = ({ implementations }: Pick<ToolDefinition, "implementations">): SandboxName =>
  sandboxNames.find((name) => implementations.some(({ kind }) => natural[kind] === name)) ?? "host"

const natural: Readonly<Record<ToolImplementation["kind"], SandboxName>> = {
  function: "host",
  command: "host",
  wasm: "wasm",
  script: "wasm"
}
