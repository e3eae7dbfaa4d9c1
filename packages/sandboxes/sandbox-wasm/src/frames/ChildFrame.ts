import type { OutputStream } from "@toolgate/core"
import type { FileChange } from "../files/FileChange.ts"
import type { GuestEnd, ScriptEnd } from "../guest/GuestWorld.ts"
import { BadFrame } from "./BadFrame.ts"
import type { Frame } from "./FrameDecoder.ts"

/** A message from a process. A guest may have taken over the process, so the message is untrusted. */
export type ChildFrame =
  | { readonly type: "ready" }
  | AdmittedFrame
  /** `isSpoilt`: the process cannot be reused. */
  | { readonly type: "refused"; readonly reason: string; readonly isSpoilt: boolean }
  | { readonly type: "wrote"; readonly stream: OutputStream; readonly body: Uint8Array }
  /** The body is the arguments, as JSON text. */
  | { readonly type: "call"; readonly call: number; readonly tool: string; readonly body: Uint8Array }
  | CommandEndedFrame
  | ScriptEndedFrame

/** The parts of an admitted module: ranges of the module as it was sent, and parts of the body. Empty for a script. */
export interface AdmittedFrame {
  readonly type: "admitted"
  readonly parts: ReadonlyArray<AdmittedPart>
  readonly body: Uint8Array
}

/** A range of the module, or a number of bytes of the body. */
type AdmittedPart = { readonly from: number; readonly to: number } | { readonly size: number }

/**
 * The end of a command. The body is its output, unless the output was streamed, followed by the contents of the changed
 * files.
 */
export interface CommandEndedFrame {
  readonly type: "commandEnded"
  readonly end: CommandEnd
  readonly stdout: Uint8Array
  readonly changes: ReadonlyArray<FileChange>
  /** The final size of the linear memory. */
  readonly memoryBytes: number
  /** Bytes of standard error that were dropped. */
  readonly dropped: number
}

/** The end of a command: by itself, at the limit of its output or changes, or because it could not start. */
export type CommandEnd =
  | GuestEnd
  | { readonly kind: "output" }
  | { readonly kind: "changes" }
  | { readonly kind: "broken"; readonly message: string }

/** The end of a script. The body is its value, if there is one. */
interface ScriptEndedFrame {
  readonly type: "scriptEnded"
  readonly end: ScriptEnd
  readonly dropped: number
}

/** Reads a frame. Throws `BadFrame` for an unknown frame. */
export const readChildFrame = ({ header, body }: Frame): ChildFrame => {
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
      throw new BadFrame("it sent a frame of an unknown kind")
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
  if (at !== body.length) throw new BadFrame("it sent a body that does not have its announced length")
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
      throw new BadFrame("it sent a change of an unknown kind")
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
      throw new BadFrame("it ended in an unknown way")
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
      throw new BadFrame("it ended in an unknown way")
  }
}

// These readers check the type of each header field.

const text = (value: unknown): string => {
  if (typeof value !== "string") throw new BadFrame("it sent a field that is not a string")
  return value
}

const natural = (value: unknown): number => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new BadFrame("it sent a field that is not a number")
  return value as number
}

const flag = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new BadFrame("it sent a field that is neither true nor false")
  return value
}

const object = (value: unknown): Frame["header"] => {
  if (typeof value !== "object" || value === null) throw new BadFrame("it sent a field that is not an object")
  return value as Frame["header"]
}

const list = (value: unknown): ReadonlyArray<unknown> => {
  if (!Array.isArray(value)) throw new BadFrame("it sent a field that is not a list")
  return value
}
