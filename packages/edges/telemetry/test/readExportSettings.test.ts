import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { readExportSettings } from "../src/readExportSettings.ts"
import type { TelemetryOptions } from "../src/TelemetryOptions.ts"

const read = (env: Readonly<Record<string, string>>, options: TelemetryOptions = {}) =>
  Effect.runSync(
    Effect.provideService(
      Effect.gen(function* () {
        return yield* readExportSettings(options)
      }),
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromEnv({ env })
    )
  )

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.example.com/in" }
const traces = "https://otlp.example.com/in/v1/traces"
const metrics = "https://otlp.example.com/in/v1/metrics"

it("reads the usual variables", () => {
  expect(read(base)).toEqual({
    traces: { url: traces, headers: undefined },
    metrics: { url: metrics, headers: undefined },
    protocol: "http/json",
    serviceName: "toolgate"
  })
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b,x=1" }
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://127.0.0.1:9/t", OTEL_SERVICE_NAME: "mine" }
  const spoken = { OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" }
  const both = { "api-key": "a b", x: "1" }
  expect(read({ ...base, ...headers, ...own, ...spoken })).toEqual({
    traces: { url: "http://127.0.0.1:9/t", headers: both },
    metrics: { url: metrics, headers: both },
    protocol: "http/protobuf",
    serviceName: undefined
  })
})

it("exports nothing without a receiver, if it is disabled, or for a signal with another exporter", () => {
  const none = { traces: undefined, metrics: undefined }
  expect(read({})).toMatchObject(none)
  expect(read({ ...base, OTEL_SDK_DISABLED: "true" })).toMatchObject(none)
  expect(read({ ...base, OTEL_METRICS_EXPORTER: "none" })).toMatchObject({
    traces: { url: traces },
    metrics: undefined
  })
})

it("prefers the options to the variables", () => {
  const options = { endpoint: "http://localhost:4318/", headers: { x: "2" }, service: { name: "app" } }
  expect(read({ ...base, OTEL_EXPORTER_OTLP_HEADERS: "x=1", OTEL_TRACES_EXPORTER: "none" }, options)).toEqual({
    traces: { url: "http://localhost:4318/v1/traces", headers: { x: "2" } },
    metrics: { url: "http://localhost:4318/v1/metrics", headers: { x: "2" } },
    protocol: "http/json",
    serviceName: "app"
  })
})
