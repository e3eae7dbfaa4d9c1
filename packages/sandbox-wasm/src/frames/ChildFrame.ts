import type { OutputStream } from "@toolgate/core"
import type { GuestChange, GuestEnd, ScriptEnd } from "../guest/GuestWorld.ts"
import { BadFrame } from "./BadFrame.ts"
import type { Frame } from "./FrameDecoder.ts"
import { flag, natural, object, text } from "./fields.ts"

/** What a process says. A guest may have taken it over, so it is read as anybody could have written it. */
export type ChildFrame =
  | { readonly type: "ready" }
  /** Body: the module as it may be run; of a script, nothing. */
  | { readonly type: "admitted"; readonly body: Uint8Array }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "wrote"; readonly stream: OutputStream; readonly body: Uint8Array }
  /** Body: the arguments, as JSON text. */
  | { readonly type: "call"; readonly call: number; readonly tool: string; readonly body: Uint8Array }
  | CommandEndedFrame
  | ScriptEndedFrame

/** Body: what it printed, unless that was sent as it came, then the files among the changes. */
export interface CommandEndedFrame {
  readonly type: "commandEnded"
  readonly end: CommandEnd
  readonly stdout: Uint8Array
  readonly changes: ReadonlyArray<GuestChange>
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
export interface ScriptEndedFrame {
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
      return { type: "admitted", body }
    case "refused":
      return { type: "refused", reason: text(header.reason) }
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
  if (!Array.isArray(changes)) throw new BadFrame("it sent changes that are no list")
  let at = natural(header.stdout)
  const take = (size: number) => {
    at += size
    return body.subarray(at - size, at)
  }
  const stdout = body.subarray(0, at)
  const read = changes.map((change) => changeOf(object(change), take))
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

const changeOf = (change: Frame["header"], take: (size: number) => Uint8Array): GuestChange => {
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
    case "invalid":
    case "notJson":
      return { kind: end.kind, message: text(end.message) }
    case "tooLarge":
      return { kind: "tooLarge", characters: natural(end.characters) }
    case "unsettled":
    case "memory":
    case "stack":
      return { kind: end.kind }
    default:
      throw new BadFrame("it ended in a way that there is not")
  }
}
