import type { Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import type { Scale } from "../Scale.ts"
import { summarize } from "../statistics.ts"
import { HttpLoad } from "./HttpLoad.ts"
import { type Parts, serveEchoTool } from "./serveEchoTool.ts"

/** Measures the time until a client has its answer, with 32 clients that always wait for one. */
export const measureLatency = async ({ judged }: Scale): Promise<Family> => {
  const figures: Array<Figure> = []
  for (const [name, parts] of kinds) {
    const latencies = await latenciesOf(parts, judged ? 20_000 : 500)
    for (const share of shares)
      figures.push({
        name: `${name}: p${100 * share}`,
        value: summarize([(latencies[Math.floor(share * latencies.length)] ?? Number.NaN) * 1e6]),
        unit: "ns"
      })
  }
  return {
    name: "server.latency",
    title: "The time of a call over HTTP with 32 clients",
    cases: [],
    figures: () => figures
  }
}

const kinds: ReadonlyArray<readonly [string, Parts]> = [
  ["with neither", {}],
  ["with policy", { policy: true }],
  ["with record", { record: true }],
  ["with policy and record", { policy: true, record: true }]
]

const shares = [0.5, 0.95, 0.99]

/** Returns the times of this many calls in milliseconds, smallest first, after as many to warm up. */
const latenciesOf = async (parts: Parts, calls: number): Promise<ReadonlyArray<number>> => {
  const { url, path, token, close } = await serveEchoTool({ host: "127.0.0.1", port: 0 }, parts)
  const body = JSON.stringify({ tool: "echo", args: { text: "hello" } })
  const load = new HttpLoad({ port: Number(new URL(url).port) }, 32, path, token, body)
  await load.send(calls)
  const warm = load.latencies.length
  await load.send(calls)
  load.close()
  await close()
  return load.latencies.slice(warm).sort((one, other) => one - other)
}
