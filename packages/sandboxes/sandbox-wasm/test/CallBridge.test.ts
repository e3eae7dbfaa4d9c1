import type { BrokerAnswer, BrokeredCall } from "@toolgate/core"
import { runHandles } from "@toolgate/testing"
import { expect, it } from "vitest"
import { CallBridge } from "../src/CallBridge.ts"

/** A bridge for two calls and a request, over which a compromised guest sends arbitrary data. */
const bridged = (answer: (call: BrokeredCall) => Promise<BrokerAnswer>) => {
  const asked: Array<BrokeredCall> = []
  const sent: Array<unknown> = []
  const broker = {
    call: (call: BrokeredCall) => {
      asked.push(call)
      return answer(call)
    },
    ended: async () => {
      throw new Error("The bridge ends no run.")
    }
  }
  const bridge = new CallBridge(
    "c",
    runHandles(),
    { calls: 2, requests: 1, callMs: undefined, broker },
    (frame, parts) => sent.push([frame, Buffer.concat(parts).toString()])
  )
  return { asked, sent, bridge }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it("numbers forged calls itself, up to the limit", async () => {
  const { asked, sent, bridge } = bridged(async () => ({ value: 1 }))
  const args = Buffer.from([0xff, 0x7b])
  expect([7, 7, 7].map((number) => bridge.call(number, "\0tool".repeat(1000), args))).toEqual([true, true, false])
  await settled()
  expect(asked.map(({ id, index, argsText }) => [id, index, argsText])).toEqual([
    ["c.1", 0, "\ufffd{"],
    ["c.2", 1, "\ufffd{"]
  ])
  expect(sent).toEqual([7, 7].map((call) => [{ type: "answer", call, ok: true }, "1"]))
})

it("accepts requests beside calls, and no call in place of a request", async () => {
  const { asked, bridge } = bridged(async () => ({ value: 1 }))
  const taken = ["a", "b", "c", "", ""].map((tool) => bridge.call(1, tool, Buffer.from("{}")))
  expect(taken).toEqual([true, true, false, true, false])
  await settled()
  expect(asked.map(({ id, tool }) => [id, tool])).toEqual([
    ["c.1", "a"],
    ["c.2", "b"],
    ["c.3", ""]
  ])
})

it("answers a call if its broker fails, and passes nothing on once it is closed", async () => {
  const { sent, bridge } = bridged(({ index }) => (index === 0 ? Promise.reject(new Error("secret")) : late.promise))
  const late = Promise.withResolvers<BrokerAnswer>()
  bridge.call(0, "a", Buffer.from("{}"))
  bridge.call(1, "b", Buffer.from("{}"))
  await settled()
  bridge.close()
  late.resolve({ value: 1 })
  await settled()
  const members = '{"status":"error","errorClass":"execution_error","executed":"unknown"}'
  expect(sent).toEqual([[{ type: "answer", call: 0, ok: false, members }, "The call failed."]])
})
