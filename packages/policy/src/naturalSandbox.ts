import { type RegisteredTool, type SandboxName, sandboxNames, type ToolImplementation } from "@toolgate/core"

/** Where a tool runs that nobody sent anywhere: on the host if anything of it can run there, else where its guests run. */
export const naturalSandbox = ({ implementations }: Pick<RegisteredTool, "implementations">): SandboxName =>
  sandboxNames.find((name) => implementations.some(({ kind }) => natural[kind] === name)) ?? "host"

const natural: Readonly<Record<ToolImplementation["kind"], SandboxName>> = {
  function: "host",
  command: "host",
  wasm: "wasm",
  script: "wasm"
}
