import { spawn } from "node:child_process"
import type { Duplex } from "node:stream"
import { encodeFrame, type RunnerMessage } from "@toolgate/runner-protocol"
import { expect, it } from "vitest"
import { RunnerChannel } from "../src/RunnerChannel.ts"
import { block, turnEnds } from "./blocking.ts"

it("takes the last words of a runner that is gone, though nothing could be read before", async () => {
  const cancels: RunnerMessage = { op: "tool_cancel", tool_call_id: "last" }
  const runner = spawn("sh", ["-c", 'read go <&3; printf %s "$1" >&3', "sh", encodeFrame(cancels)], {
    stdio: ["ignore", "ignore", "ignore", "pipe"]
  })
  const stream = runner.stdio[3] as Duplex
  const received: Array<RunnerMessage> = []
  const channel = new RunnerChannel(stream, 2 ** 20, {
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
