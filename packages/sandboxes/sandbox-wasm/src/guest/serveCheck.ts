import type { CheckFrame } from "../frames/ParentFrame.ts"
import type { ScriptEnd } from "./GuestWorld.ts"
import type { ParentSocket } from "./ParentSocket.ts"
import type { ScriptEngine } from "./script/ScriptEngine.ts"

/** Compiles a script without running it, and answers whether it may run. */
export const serveCheck = (channel: ParentSocket, engine: ScriptEngine, frame: CheckFrame, body: Uint8Array): void => {
  const source = Buffer.from(body.buffer, body.byteOffset, body.length).toString()
  const end = engine.check(source, frame.isTypeScript, frame)
  if (end === undefined) channel.send({ type: "admitted", parts: [] })
  else channel.send({ type: "refused", reason: reasonOf(end), isSpoilt: end.kind === "unstripped" })
  engine.prepare(frame.memoryBytes)
}

const reasonOf = (end: ScriptEnd): string => {
  switch (end.kind) {
    case "invalid":
      return `it is not a valid script: ${end.message}`
    case "memory":
      return "it cannot be compiled within a script's memory limit"
    case "nested":
    case "stack":
      return "it is nested too deep to compile"
    case "unstripped":
      return end.because === "nested" ? "it is nested too deep to strip its types" : "stripping its types failed"
    default:
      return "it cannot be compiled"
  }
}
