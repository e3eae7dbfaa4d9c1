import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { Flusher, layerFlusher } from "effect/observability/OtlpExporter"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Semaphore from "effect/Semaphore"
import type { CallRecorder } from "./CallRecorder.ts"
import type { SignalSettings } from "./readExportSettings.ts"
import { SpanQueue } from "./SpanQueue.ts"

interface SpanExportOptions extends SignalSettings {
  readonly service: { readonly serviceName: string | undefined; readonly serviceVersion: string | undefined }
  readonly intervalMs: number
  readonly closeMs: number
  readonly mostWaiting: number
}

/**
 * Exports the spans of a recorder, one request at a time, until the scope closes. Spans that arrive meanwhile wait in a
 * bounded queue: the exporter's buffer has no bound, and takes only the batch that is sent. Returns an effect that exports
 * what waits.
 */
export const exportSpans = Effect.fnUntraced(
  function* (recorder: CallRecorder, options: SpanExportOptions) {
    const { url, headers, service, intervalMs, closeMs, mostWaiting } = options
    const { flush } = yield* Flusher
    const tracer = yield* OtlpTracer.make({
      url,
      headers,
      resource: service,
      // The queue decides when a batch is sent.
      exportInterval: Duration.infinity,
      maxBatchSize: Number.MAX_SAFE_INTEGER,
      shutdownTimeout: closeMs
    })
    const queue = new SpanQueue(tracer, mostWaiting)
    const wake = Latch.makeUnsafe()
    queue.onBatch = () => wake.openUnsafe()
    recorder.trace(tracer, queue)
    const exportAll = Semaphore.makeUnsafe(1).withPermits(1)(
      Effect.gen(function* () {
        recorder.digest()
        while (!queue.isEmpty) {
          queue.endBatch()
          yield* flush
        }
      })
    )
    const rounds = Effect.raceFirst(Effect.sleep(intervalMs), wake.await).pipe(
      Effect.andThen(Effect.sync(() => wake.closeUnsafe())),
      Effect.andThen(exportAll),
      Effect.forever
    )
    yield* Effect.forkScoped(rounds)
    // Runs before the rounds are interrupted, which would lose the batch that is being sent.
    yield* Effect.addFinalizer(() => Effect.timeoutOption(Effect.interruptible(exportAll), closeMs))
    return exportAll
  },
  Effect.provide(Layer.fresh(layerFlusher))
)
