import * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import type { TelemetryOptions } from "./TelemetryOptions.ts"

/** The receiver of one signal. */
export interface SignalSettings {
  readonly url: string
  readonly headers: Readonly<Record<string, string>> | undefined
}

/** The settings of the exporters. A signal without settings is not exported. */
export interface ExportSettings {
  readonly traces: SignalSettings | undefined
  readonly metrics: SignalSettings | undefined
  readonly protocol: "http/json" | "http/protobuf"
  readonly serviceName: string | undefined
}

/**
 * Returns the settings from the options, and from the variables of OpenTelemetry where there is no option. Source:
 * https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export const readExportSettings = (options: TelemetryOptions): Config.Config<ExportSettings> => {
  const { endpoint, headers, protocol, service } = options
  const base = endpoint === undefined ? undefined : parseEndpoint(endpoint)
  return Config.all({
    isDisabled: Config.Boolean("OTEL_SDK_DISABLED").pipe(Config.withDefault(false)),
    named: Config.String("OTEL_SERVICE_NAME").pipe(Config.option),
    spoken: Config.String("OTEL_EXPORTER_OTLP_PROTOCOL").pipe(Config.withDefault("http/json")),
    traces: signal("traces", base, headers),
    metrics: signal("metrics", base, headers)
  }).pipe(
    Config.map(({ isDisabled, named, spoken, traces, metrics }) => ({
      traces: isDisabled ? undefined : traces,
      metrics: isDisabled ? undefined : metrics,
      protocol: protocol ?? (spoken === "http/protobuf" ? "http/protobuf" : "http/json"),
      serviceName: service?.name ?? (named._tag === "Some" ? undefined : "toolgate")
    }))
  )
}

const signal = (
  name: "traces" | "metrics",
  base: URL | undefined,
  headers: TelemetryOptions["headers"]
): Config.Config<SignalSettings | undefined> => {
  const upper = name.toUpperCase()
  const own = Config.URL(`OTEL_EXPORTER_OTLP_${upper}_ENDPOINT`)
  const common = Config.URL("OTEL_EXPORTER_OTLP_ENDPOINT").pipe(Config.map((url) => under(url, name)))
  const named = (path: string) => Config.Record(Schema.String, Schema.StringFromUriComponent, path)
  return Config.all({
    url:
      base === undefined
        ? own.pipe(
            Config.orElse(() => common),
            Config.withDefault(undefined)
          )
        : Config.succeed(under(base, name)),
    exporter: Config.String(`OTEL_${upper}_EXPORTER`).pipe(Config.withDefault("otlp")),
    headers:
      headers === undefined
        ? named(`OTEL_EXPORTER_OTLP_${upper}_HEADERS`).pipe(
            Config.orElse(() => named("OTEL_EXPORTER_OTLP_HEADERS")),
            Config.withDefault(undefined)
          )
        : Config.succeed(headers)
  }).pipe(
    Config.map(({ url, exporter, headers }) =>
      url === undefined || (base === undefined && exporter !== "otlp") ? undefined : { url: url.href, headers }
    )
  )
}

/** Returns the address of a signal under a base address. */
const under = (base: URL, name: string): URL => {
  const url = new URL(base)
  url.pathname += `${url.pathname.endsWith("/") ? "" : "/"}v1/${name}`
  return url
}

const parseEndpoint = (endpoint: string): URL => {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol === "http:" || url?.protocol === "https:") return url
  throw new TypeError('Cannot export telemetry: "endpoint" must be an HTTP address such as "http://127.0.0.1:4318".')
}
