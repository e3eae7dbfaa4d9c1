export type { CommandGrace } from "./command/CommandHost.ts"
export type { Variables } from "./command/commandEnvironment.ts"
export {
  type HostProcess,
  HostProcesses,
  type ProcessEnding,
  ProcessNotStarted,
  type ProcessSpec
} from "./HostProcesses.ts"
export type { Grace } from "./HostRun.ts"
export * as NodeHostSandbox from "./NodeHostSandbox.ts"
