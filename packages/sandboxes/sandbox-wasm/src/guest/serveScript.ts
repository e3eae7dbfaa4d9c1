import type { ParentFrame, ScriptFrame } from "../frames/ParentFrame.ts"
import { GuestOutput } from "./GuestOutput.ts"
import type { ScriptAnswer, ScriptCalls, ScriptEnd } from "./GuestWorld.ts"
import type { HeldGuests } from "./HeldGuests.ts"
import type { ParentSocket } from "./ParentSocket.ts"
import { callRefusal } from "./script/callRefusal.ts"
import type { ScriptEngine } from "./script/ScriptEngine.ts"

/** Runs a script, and answers with how it ended. */
export const serveScript = (
  channel: ParentSocket,
  engine: ScriptEngine,
  guests: HeldGuests,
  frame: ScriptFrame,
  body: Uint8Array
): void => {
  const output = new GuestOutput(channel, frame.outputBytes, false)
  const source = guests.source(frame.guest)
  const end =
    "end" in source
      ? source.end
      : engine.run(source.code, false, {
          args: utf8(body),
          export: frame.export,
          settings: frame.settings,
          log: (line) => output.stderr(Buffer.from(`${line}\n`)),
          calls: frame.calls > 0 ? callsOver(channel, output, frame) : undefined,
          memoryBytes: frame.memoryBytes,
          outputBytes: frame.outputBytes,
          clock: frame.clock,
          random: frame.random
        })
  output.flush()
  const { dropped } = output
  if (end.kind === "value") channel.send(valueHeader(end, dropped), [Buffer.from(end.json ?? "")])
  else channel.send({ type: "scriptEnded", end, dropped })
  // The time between two scripts is used to make ready for the next one.
  engine.prepare(frame.memoryBytes)
}

const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()

const valueHeader = (end: ScriptEnd & { kind: "value" }, dropped: number) =>
  ({ type: "scriptEnded", end: { kind: "value", empty: end.json === undefined }, dropped }) as const

/** Makes calls of other tools, which are sent as the script makes them and answered in whatever order they end. */
const callsOver = (channel: ParentSocket, output: GuestOutput, bounds: ScriptFrame): ScriptCalls => {
  let made = 0
  return {
    send: (tool, args) => {
      const json = Buffer.from(args)
      const refused = callRefusal({ tool, argsBytes: json.length, made }, bounds)
      if (refused !== undefined) return { refused }
      output.flush()
      channel.send({ type: "call", call: made, tool }, [json])
      return made++
    },
    answer: (): ScriptAnswer => {
      output.flush()
      const { header, body } = channel.next()
      const { call, ok } = header as ParentFrame & { type: "answer" }
      return ok ? { call, value: utf8(body) } : { call, error: utf8(body) }
    }
  }
}
