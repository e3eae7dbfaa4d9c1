import type { OutputStream } from "@toolgate/core"
import type { FileChange } from "@toolgate/guest-files"
import type { GuestEnd, ScriptEnd } from "../guest/GuestWorld.ts"
import { BadFrame } from "./BadFrame.ts"
import type { Frame } from "./FrameDecoder.ts"
import { flag, list, natural, object, text } from "./fields.ts"

/** What a process says. A guest may have taken it over, so it is read as anybody could have written it. */
export type ChildFrame =
  | { readonly type: "ready" }
  | AdmittedFrame
  /** `isSpoilt`: the process cannot be used again. */
  | { readonly type: "refused"; readonly reason: string; readonly isSpoilt: boolean }
  | { readonly type: "wrote"; readonly stream: OutputStream; readonly body: Uint8Array }
  /** Body: the arguments, as JSON text. */
  | { readonly type: "call"; readonly call: number; readonly tool: string; readonly body: Uint8Array }
  | CommandEndedFrame
  | ScriptEndedFrame

/** Of what a guest is put together to be run: parts of the module as it was sent, and the pieces of the body. Of a script, nothing. */
export interface AdmittedFrame {
  readonly type: "admitted"
  readonly parts: ReadonlyArray<AdmittedPart>
  readonly body: Uint8Array
}

/** Either bytes of the module, from one offset to another, or so many of the body. */
type AdmittedPart = { readonly from: number; readonly to: number } | { readonly size: number }

/** Body: what it printed, unless that was sent as it came, then the files among the changes. */
export interface CommandEndedFrame {
  readonly type: "commandEnded"
  readonly end: CommandEnd
  readonly stdout: Uint8Array
  readonly changes: ReadonlyArray<FileChange>
  /** Linear memory at its end. */
  readonly memoryBytes: number
  /** Bytes of standard error that were dropped. */
  readonly dropped: number
}

/** How a command ended: by itself, at the limit of its output or of what it changed, or because it could not be started. */
export type CommandEnd =
  | GuestEnd
  | { readonly kind: "output" }
  | { readonly kind: "changes" }
  | { readonly kind: "broken"; readonly message: string }

/** Body: the value, if there is one. */
interface ScriptEndedFrame {
  readonly type: "scriptEnded"
  readonly end: ScriptEnd
  readonly dropped: number
}

/** Throws `BadFrame` for what is none of these. */
export const childFrame = ({ header, body }: Frame): ChildFrame => {
  switch (header.type) {
    case "ready":
      return { type: "ready" }
    case "admitted":
      return { type: "admitted", parts: list(header.parts).map((part) => admittedPart(object(part))), body }
    case "refused":
      return { type: "refused", reason: text(header.reason), isSpoilt: flag(header.isSpoilt) }
    case "wrote":
      return { type: "wrote", stream: flag(header.isError) ? "stderr" : "stdout", body }
    case "call":
      return { type: "call", call: natural(header.call), tool: text(header.tool), body }
    case "commandEnded":
      return commandEnded(header, body)
    case "scriptEnded":
      return { type: "scriptEnded", end: scriptEnd(object(header.end), body), dropped: natural(header.dropped) }
    default:
      throw new BadFrame("it sent a frame of a kind that there is not")
  }
}

const commandEnded = (header: Frame["header"], body: Uint8Array): CommandEndedFrame => {
  const { changes, end } = header
  let at = natural(header.stdout)
  const take = (size: number) => {
    at += size
    return body.subarray(at - size, at)
  }
  const stdout = body.subarray(0, at)
  const read = list(changes).map((change) => changeOf(object(change), take))
  if (at !== body.length) throw new BadFrame("it sent a body of another length than it said")
  return {
    type: "commandEnded",
    end: commandEnd(object(end)),
    stdout,
    changes: read,
    memoryBytes: natural(header.memoryBytes),
    dropped: natural(header.dropped)
  }
}

const admittedPart = (part: Frame["header"]): AdmittedPart =>
  part.size === undefined ? { from: natural(part.from), to: natural(part.to) } : { size: natural(part.size) }

const changeOf = (change: Frame["header"], take: (size: number) => Uint8Array): FileChange => {
  const path = text(change.path)
  switch (change.kind) {
    case "file":
      return { kind: "file", path, bytes: take(natural(change.size)) }
    case "link":
      return { kind: "link", path, target: text(change.target) }
    case "directory":
    case "deleted":
      return { kind: change.kind, path }
    default:
      throw new BadFrame("it sent a change of a kind that there is not")
  }
}

const commandEnd = (end: Frame["header"]): CommandEnd => {
  switch (end.kind) {
    case "exit":
      return { kind: "exit", status: natural(end.status) }
    case "trap":
    case "broken":
      return { kind: end.kind, message: text(end.message) }
    case "stack":
    case "output":
    case "changes":
      return { kind: end.kind }
    default:
      throw new BadFrame("it ended in a way that there is not")
  }
}

const scriptEnd = (end: Frame["header"], body: Uint8Array): ScriptEnd => {
  switch (end.kind) {
    case "value":
      return { kind: "value", json: flag(end.empty) ? undefined : Buffer.from(body).toString() }
    case "threw":
    case "uncaught":
    case "invalid":
    case "notJson":
      return { kind: end.kind, message: text(end.message) }
    case "tooLarge":
      return { kind: "tooLarge", characters: natural(end.characters) }
    case "unstripped":
      return { kind: "unstripped", because: end.because === "nested" ? "nested" : "unknown" }
    case "nested":
    case "unsettled":
    case "memory":
    case "stack":
      return { kind: end.kind }
    default:
      throw new BadFrame("it ended in a way that there is not")
  }
}
