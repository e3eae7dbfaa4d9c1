import { ToolEvents } from "@toolgate/core"
import { Clock } from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { layerFlusher } from "effect/observability/OtlpExporter"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import { CallRecorder } from "./CallRecorder.ts"
import { exportSpans } from "./exportSpans.ts"
import { readExportSettings } from "./readExportSettings.ts"
import type { TelemetryOptions } from "./TelemetryOptions.ts"
import { unrefClock } from "./unrefClock.ts"

/**
 * Traces and metrics of a gate's calls, made from its events. A call never waits for them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { Telemetry } from "@toolgate/telemetry"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { builtins } from "toolgate"
 * import { ToolgateLayer } from "toolgate/effect"
 *
 * const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
 * const layer = Layer.provideMerge(Telemetry.layer({ service: { name: "assistant" } }), gate)
 * const metrics = Effect.flatMap(Telemetry, (telemetry) => telemetry.metrics)
 * const text = await Effect.runPromise(Effect.provide(metrics, layer))
 * assert.ok(text.includes("toolgate_approvals_waiting 0"))
 * ```
 */
export class Telemetry extends Context.Service<
  Telemetry,
  {
    /** The metrics up to now, in the text format of Prometheus: version 0.0.4, `text/plain`. */
    readonly metrics: Effect.Effect<string>
    /** Exports the spans that wait. Ends when the receiver has answered or failed. */
    readonly flush: Effect.Effect<void>
  }
>()("@toolgate/telemetry/Telemetry") {
  static readonly layer = (options: TelemetryOptions = {}): Layer.Layer<Telemetry, never, ToolEvents> =>
    Layer.effect(Telemetry, startTelemetry(options))
}

const startTelemetry = Effect.fnUntraced(function* (options: TelemetryOptions) {
  const { contents = false, intervalMs = 5_000, timeoutMs = 10_000, closeMs = 3_000, mostWaiting = 2_048 } = options
  const events = yield* ToolEvents
  const { traces, metrics, protocol, serviceName } = yield* Effect.orDie(readExportSettings(options))
  const recorder = new CallRecorder({ contents, mostWaiting })
  const service = { serviceName, serviceVersion: options.service?.version }
  // Each of the last exports gets its share of the time.
  const share = closeMs / 3
  const started = Effect.gen(function* () {
    if (metrics !== undefined)
      yield* OtlpMetrics.make({
        ...metrics,
        resource: service,
        exportInterval: intervalMs,
        shutdownTimeout: share
      }).pipe(Effect.provide(Layer.fresh(layerFlusher)), Effect.provideContext(recorder.metrics.services))
    if (traces === undefined) return Effect.sync(() => recorder.digest())
    return yield* exportSpans(recorder, { ...traces, service, intervalMs, closeMs: share, mostWaiting })
  })
  const client = createClient(timeoutMs, () => recorder.metrics.fail())
  const serialization = protocol === "http/protobuf" ? OtlpSerialization.layerProtobuf : OtlpSerialization.layerJson
  const clock = unrefClock(yield* Clock)
  const flush = yield* started.pipe(
    Effect.provide(Layer.merge(client, serialization)),
    Effect.provideService(Clock, clock)
  )
  yield* events.listen(recorder.hear)
  return {
    flush,
    metrics: Effect.sync(() => {
      recorder.digest()
      return recorder.metrics.format()
    })
  }
})

/**
 * The client of the exporters. A receiver that does not answer in time ends the request with a defect, because the exporter
 * would try again after a failure, and would meanwhile hold the batch.
 */
const createClient = (timeoutMs: number, failed: () => void) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) =>
      client.pipe(
        HttpClient.transformResponse((response) =>
          response.pipe(
            Effect.timeoutOrElse({
              duration: Duration.millis(timeoutMs),
              orElse: () => Effect.die("The receiver of telemetry did not answer in time.")
            }),
            Effect.tapCause(() => Effect.sync(failed))
          )
        )
      )
    )
  ).pipe(Layer.provide(FetchHttpClient.layer))
