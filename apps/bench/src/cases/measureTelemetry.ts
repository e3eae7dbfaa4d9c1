import { Worker } from "node:worker_threads"
import { type OpenedTelemetry, openTelemetry } from "@toolgate/telemetry"
import type { Case, Family } from "../Case.ts"
import { type Door, openUserDoor } from "../doors.ts"
import { echo } from "../echo.ts"
import { createUserGate, type LazyGate, type UserGate } from "../gates.ts"
import { once } from "../once.ts"
import { echoWork } from "../work.ts"

/** Measures what recording a call costs: nothing, its metrics, or its metrics and its span until the receiver has it. */
export const measureTelemetry = async (): Promise<Family> => {
  const tools = [echo("async", "async")]
  const off = createUserGate(tools)
  const counted = record(createUserGate(tools), async () => undefined)
  const receiver = once(startReceiver)
  const traced = record(createUserGate(tools), async () => (await receiver()).endpoint)
  const work = echoWork("async")
  const run = ({ name, call }: Pick<Door, "name" | "call">): Case => ({ name, run: (times) => call(times, work) })
  const names = { off: "telemetry off", counted: "metrics", traced: "metrics and traces" }
  return {
    name: "telemetry",
    title: "Telemetry",
    apart: true,
    cases: [
      run({ name: names.off, call: openUserDoor(off).call }),
      run({ name: names.counted, call: recorded(counted) }),
      run({ name: names.traced, call: recorded(traced) })
    ],
    figures: (measured) => [
      measured.figure(names.off),
      measured.figure(names.counted, names.off),
      measured.figure(names.traced, names.off)
    ],
    notes: () => [
      "A batch ends when its metrics are counted, and its spans are made, written as JSON, sent and answered. The receiver has a thread of its own."
    ],
    close: async () => {
      for (const gate of [off, counted, traced]) await gate.close()
    }
  }
}

interface RecordedGate extends LazyGate<UserGate> {
  readonly telemetry: () => Promise<OpenedTelemetry>
}

const record = (gate: LazyGate<UserGate>, endpoint: () => Promise<string | undefined>): RecordedGate => {
  let opened: OpenedTelemetry | undefined
  const telemetry = once(async () => {
    // All spans of a batch have room.
    const options = { endpoint: await endpoint(), intervalMs: 3_600_000, mostWaiting: 1_000_000 }
    opened = await openTelemetry((await gate.open()).gate, options)
    return opened
  })
  return {
    telemetry,
    open: gate.open,
    close: async () => {
      await gate.close()
      await opened?.close()
    }
  }
}

const recorded = (gate: RecordedGate): Door["call"] => {
  const { call } = openUserDoor(gate)
  return async (times, work) => {
    const { flush } = await gate.telemetry()
    await call(times, work)
    await flush()
  }
}

const startReceiver = async (): Promise<{ readonly endpoint: string }> => {
  const worker = new Worker(receiver, { eval: true })
  worker.unref()
  const port = await new Promise((resolve) => worker.once("message", resolve))
  return { endpoint: `http://127.0.0.1:${port}` }
}

const receiver = `
const server = require("node:http").createServer((request, response) =>
  request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}")))
server.listen(0, "127.0.0.1", () => require("node:worker_threads").parentPort.postMessage(server.address().port))
`
