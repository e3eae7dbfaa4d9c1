/**
 * Options of telemetry. Without `endpoint`, the receiver comes from the variables `OTEL_EXPORTER_OTLP_ENDPOINT` and
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` or `…_METRICS_ENDPOINT`. Without any, nothing is exported, and the metrics are still
 * counted.
 *
 * ```ts
 * import type { TelemetryOptions } from "@toolgate/telemetry"
 *
 * export const options: TelemetryOptions = {
 *   endpoint: "http://127.0.0.1:4318",
 *   headers: { authorization: "Bearer a-token" },
 *   service: { name: "assistant", version: "1.4.0" }
 * }
 * ```
 */
export interface TelemetryOptions {
  /** The address of an OTLP receiver that speaks HTTP. `/v1/traces` and `/v1/metrics` are added to its path. */
  readonly endpoint?: string | undefined
  /** Headers of each request, such as a token. Default: those in `OTEL_EXPORTER_OTLP_HEADERS`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The encoding. Default: `OTEL_EXPORTER_OTLP_PROTOCOL` if it is `http/protobuf`, or JSON. */
  readonly protocol?: "http/json" | "http/protobuf" | undefined
  /** The program in traces and metrics. Default: `OTEL_SERVICE_NAME`, or "toolgate". */
  readonly service?: { readonly name?: string; readonly version?: string } | undefined
  /** Adds the arguments and results of calls to their spans, without their secrets. Default: false. */
  readonly contents?: boolean | undefined
  /** The time between two exports, in milliseconds. Default: 5,000. */
  readonly intervalMs?: number | undefined
  /** The time limit of one request to the receiver, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined
  /** The time limit for the last export when telemetry closes, in milliseconds. Default: 3,000. */
  readonly closeMs?: number | undefined
  /** The calls that wait for an export. The spans of further calls are dropped and counted. Default: 2,048. */
  readonly mostWaiting?: number | undefined
}
