import { ToolEvents } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { partsOf } from "toolgate/effect"
import { Telemetry } from "./Telemetry.ts"
import type { TelemetryOptions } from "./TelemetryOptions.ts"

/**
 * The telemetry of one gate.
 *
 * ```ts
 * import { createServer } from "node:http"
 * import type { OpenedTelemetry } from "@toolgate/telemetry"
 *
 * export const serveMetrics = ({ metrics }: OpenedTelemetry) =>
 *   createServer((_, response) => void response.setHeader("content-type", "text/plain; version=0.0.4").end(metrics()))
 * ```
 */
export interface OpenedTelemetry extends AsyncDisposable {
  /** Returns the metrics up to now, in the text format of Prometheus. */
  readonly metrics: () => string
  /** Exports the spans that wait. Resolves when the receiver has answered or failed. Never rejects. */
  readonly flush: () => Promise<void>
  /** Exports the rest within `closeMs`, and stops. Close the gate first, so that its last calls are included. */
  readonly close: () => Promise<void>
}

/**
 * Records the calls of a gate, and exports traces and metrics by OTLP. Calls never wait for the receiver, and never fail with it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { openTelemetry } from "@toolgate/telemetry"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * // With `endpoint`, or the variable OTEL_EXPORTER_OTLP_ENDPOINT, it also exports traces and metrics.
 * await using telemetry = await openTelemetry(gate)
 * await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * await gate.close()
 * const counted = 'toolgate_calls_total{gen_ai_tool_name="list_dir",toolgate_outcome="completed"} 1'
 * assert.ok(telemetry.metrics().split("\n").includes(counted))
 * ```
 */
export const openTelemetry = async (gate: object, options: TelemetryOptions = {}): Promise<OpenedTelemetry> => {
  const { services } = partsOf(gate)
  const events = Layer.succeed(ToolEvents, Context.get(services, ToolEvents))
  const scope = Effect.runSync(Scope.make())
  const built = Layer.buildWithScope(Layer.provide(Telemetry.layer(options), events), scope)
  const { flush, metrics } = Context.get(await Effect.runPromise(built), Telemetry)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= Effect.runPromise(Scope.close(scope, Exit.void))
    return closing
  }
  return {
    metrics: () => Effect.runSync(metrics),
    flush: () => Effect.runPromise(flush),
    close,
    [Symbol.asyncDispose]: close
  }
}
