export { type OpenedTelemetry, openTelemetry } from "./openTelemetry.ts"
export { Telemetry } from "./Telemetry.ts"
export type { TelemetryOptions } from "./TelemetryOptions.ts"
