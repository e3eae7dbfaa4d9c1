import type { AnswerFrame, ScriptFrame } from "../frames/ParentFrame.ts"
import type { GuestCache, Source } from "./GuestCache.ts"
import { GuestOutput } from "./GuestOutput.ts"
import type { ScriptAnswer, ScriptCalls, ScriptEnd } from "./GuestWorld.ts"
import type { ParentSocket } from "./ParentSocket.ts"
import { checkCall, isRequest } from "./script/checkCall.ts"
import type { ScriptEngine } from "./script/ScriptEngine.ts"

/** Runs a script, and answers with its end. */
export const serveScript = (
  channel: ParentSocket,
  engine: ScriptEngine,
  guests: GuestCache,
  frame: ScriptFrame,
  body: Uint8Array
): void => {
  const output = new GuestOutput(channel, frame.outputBytes, false)
  const world = {
    export: frame.export,
    settings: frame.settings,
    log: (line: string) => output.stderr(Buffer.from(`${line}\n`)),
    calls: frame.calls + frame.requests > 0 ? callsOver(channel, output, frame) : undefined,
    memoryBytes: frame.memoryBytes,
    outputBytes: frame.outputBytes,
    clock: frame.clock,
    random: frame.random
  }
  const text = utf8(body)
  const end =
    typeof frame.guest === "number"
      ? runKept(guests.source(frame.guest), (code) => engine.run(code, false, { ...world, args: text }))
      : engine.runWritten(text, frame.guest, { ...world, args: "{}" })
  output.flush()
  const { dropped } = output
  if (end.kind === "value") channel.send(valueHeader(end, dropped), [Buffer.from(end.json ?? "")])
  else channel.send({ type: "scriptEnded", end, dropped })
  // Prepares the next script while this process is idle.
  engine.prepare(frame.memoryBytes)
}

const runKept = (source: Source, run: (code: string) => ScriptEnd): ScriptEnd =>
  "end" in source ? source.end : run(source.code)

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()

const valueHeader = (end: ScriptEnd & { kind: "value" }, dropped: number) =>
  ({ type: "scriptEnded", end: { kind: "value", empty: end.json === undefined }, dropped }) as const

/** Sends the script's tool calls at once. Answers come in the order in which the calls end. */
const callsOver = (channel: ParentSocket, output: GuestOutput, bounds: ScriptFrame): ScriptCalls => {
  const made = { calls: 0, requests: 0 }
  return {
    send: (tool, args) => {
      const json = Buffer.from(args)
      const kind = isRequest(tool, bounds) ? "requests" : "calls"
      const refused = checkCall({ tool, argsBytes: json.length, made: made[kind] }, bounds)
      if (refused !== undefined) return refused
      output.flush()
      const call = made.calls + made.requests
      channel.send({ type: "call", call, tool }, [json])
      made[kind]++
      return call
    },
    answer: (): ScriptAnswer => {
      output.flush()
      let { header, body } = channel.next()
      for (; header.type === "sync"; { header, body } = channel.next()) channel.send({ type: "ready" })
      const answer = header as unknown as AnswerFrame
      const { call } = answer
      return answer.ok ? { call, value: utf8(body) } : { call, error: utf8(body), members: answer.members }
    }
  }
}
