import type { CheckFrame } from "../frames/ParentFrame.ts"
import type { Channel } from "./Channel.ts"
import type { ScriptEnd } from "./GuestWorld.ts"
import type { ScriptEngine } from "./script/ScriptEngine.ts"

/** Compiles a script without running it, and answers whether it may be run, or why not. */
export const serveCheck = (channel: Channel, engine: ScriptEngine, frame: CheckFrame, body: Uint8Array): void => {
  const source = Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  const end = engine.check(source, frame.isTypeScript, frame.memoryBytes)
  channel.send(end === undefined ? { type: "admitted" } : { type: "refused", reason: reasonOf(end) })
  engine.prepare(frame.memoryBytes)
}

const reasonOf = (end: ScriptEnd): string => {
  if (end.kind === "invalid") return `it is no valid script: ${end.message}`
  if (end.kind === "memory") return "it cannot be compiled with as much memory as a script may have"
  return end.kind === "stack" ? "it cannot be compiled: it nests too deeply" : "it cannot be compiled"
}
