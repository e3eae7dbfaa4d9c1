import { expect, it } from "vitest"
import { CallRecorder } from "../src/CallRecorder.ts"
import { makeEndedCall } from "./makeEndedCall.ts"

const counted = (recorder: CallRecorder): number =>
  Number(/^toolgate_calls_total\{.*\} (\d+)$/m.exec(recorder.metrics.format())?.[1] ?? 0)

it("puts a bounded number of calls aside in one turn of the event loop, and counts all", async () => {
  const recorder = new CallRecorder({ contents: false, mostWaiting: 4 })
  const hear = (callId: string) => {
    const { event, call } = makeEndedCall("greet", callId)
    recorder.hear(event, call)
  }
  for (let at = 0; at < 10; at++) hear(`${at}`)
  // The calls beyond the limit are counted at once.
  expect(counted(recorder)).toBe(6)
  await new Promise(setImmediate)
  expect(counted(recorder)).toBe(10)
  hear("10")
  recorder.digest()
  expect(counted(recorder)).toBe(11)
})
