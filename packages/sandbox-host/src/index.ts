export type { Grace } from "./HostRun.ts"
export * as NodeHostSandbox from "./NodeHostSandbox.ts"
