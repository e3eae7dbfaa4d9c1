import { spawn } from "node:child_process"
import { type Duplex, duplexPair } from "node:stream"
import { encodeFrame, type RefusedRequest, type RunnerMessage } from "@toolgate/runner/protocol"
import { expect, it } from "vitest"
import { LineTransport } from "../src/LineTransport.ts"
import { ReadingQueue } from "../src/ReadingQueue.ts"
import { RunnerChannel } from "../src/RunnerChannel.ts"
import { block, turnEnds } from "./blocking.ts"

const share = { agent: "agent", session: "session" }

it("reads the last messages of an ended runner, even if none could be read before", async () => {
  const cancels: RunnerMessage = { op: "tool_cancel", tool_call_id: "last" }
  const runner = spawn("sh", ["-c", 'read go <&3; printf %s "$1" >&3', "sh", encodeFrame(cancels)], {
    stdio: ["ignore", "ignore", "ignore", "pipe"]
  })
  const stream = runner.stdio[3] as Duplex
  const received: Array<unknown> = []
  const channel = new RunnerChannel((events) => new LineTransport(stream, events), 2 ** 20, new ReadingQueue(), share, {
    received: (message) => received.push(message),
    hasRoom: () => true,
    broke: (problem) => expect.fail(problem.message),
    closed: () => {},
    gone: () => {}
  })
  await turnEnds()
  const over = channel.over()
  stream.write("\n")
  block(runner.pid ?? 0, 400)
  await over
  channel.close()
  expect(received).toEqual([cancels])
})

it("reads argument names correctly after any earlier message", async () => {
  const [ours, theirs] = duplexPair()
  const received: Array<RunnerMessage | RefusedRequest> = []
  const channel = new RunnerChannel((events) => new LineTransport(ours, events), 2 ** 20, new ReadingQueue(), share, {
    received: (message) => received.push(message),
    hasRoom: () => true,
    broke: (problem) => expect.fail(problem.message),
    closed: () => {},
    gone: () => {}
  })
  const calls = [{ "\\": 1 }, { "\n": 2 }].map(
    (last, id): RunnerMessage => ({ op: "tool_call", tool_call_id: `${id}`, tool: "x", args: { sent: 0, ...last } })
  )
  theirs.write(calls.map(encodeFrame).join(""))
  await turnEnds()
  await turnEnds()
  channel.close()
  expect(received).toEqual(calls)
})

it("reads a runner with slow messages again only after the others had as much time", async () => {
  let now = 0
  const later: Array<() => void> = []
  const turns = new ReadingQueue({ now: () => now, after: (_ms, go) => later.push(go) })
  const open = (ms: number) => {
    const [ours, theirs] = duplexPair()
    const received: Array<string> = []
    const channel = new RunnerChannel((events) => new LineTransport(ours, events), 2 ** 20, turns, share, {
      received: (message) => {
        if (message.op === "tool_cancel") received.push(message.tool_call_id)
        now += ms
      },
      hasRoom: () => true,
      broke: (problem) => expect.fail(problem.message),
      closed: () => {},
      gone: () => {}
    })
    return {
      channel,
      received,
      says: async (...ids: ReadonlyArray<string>) => {
        theirs.write(ids.map((tool_call_id) => encodeFrame({ op: "tool_cancel", tool_call_id })).join(""))
        await turnEnds()
        await turnEnds()
      }
    }
  }
  const [light, heavy] = [open(1), open(40)]
  await light.says("a")
  await heavy.says("1", "2", "3")
  await heavy.says("4")
  expect(heavy.received).toEqual(["1"])
  await light.says("b", "c")
  expect(light.received).toEqual(["a", "b", "c"])
  now += 40
  later.shift()?.()
  expect(heavy.received).toEqual(["1", "2"])
  // The last messages are read once the runner is gone, even if other runners wait.
  const over = heavy.channel.over()
  expect(heavy.received).toEqual(["1", "2", "3"])
  await turnEnds()
  expect(heavy.received).toEqual(["1", "2", "3", "4"])
  heavy.channel.close()
  await over
  light.channel.close()
})
