export type { McpOptions } from "./config/connectServers.ts"
export { type ConfiguredGate, type GateConfig, openGate } from "./config/openGate.ts"
