import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface KeyValue {
  readonly key: string
  readonly value: object
}

/** Opens an OTLP receiver on loopback. `answers`: false leaves requests unanswered. */
export const openReceiver = async (answers = true) => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) })
      if (answers) response.setHeader("content-type", "application/json").end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const bodies = (path: string) =>
    received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body.toString("utf8")))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): ReadonlyArray<ReceivedSpan> =>
      bodies("/v1/traces")
        .flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans)
        .map((span) => ({ ...span, attributes: attributesOf(span.attributes) })),
    /** The data points of a metric in the last export. */
    points: (name: string) =>
      bodies("/v1/metrics")
        .at(-1)
        .resourceMetrics[0].scopeMetrics[0].metrics.filter((metric: { name: string }) => metric.name === name)
        .flatMap(({ sum, gauge, histogram }: Record<string, { dataPoints: ReadonlyArray<object> }>) =>
          [sum, gauge, histogram].flatMap((data) => data?.dataPoints ?? [])
        )
        .map((point: { attributes: ReadonlyArray<KeyValue> }) => ({ ...point, ...attributesOf(point.attributes) })),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

const attributesOf = (attributes: ReadonlyArray<KeyValue>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
