import { type LimitName, type Refused, refused, wallTimeExceeded } from "@toolgate/core"
import type { CommandEnd } from "./frames/ChildFrame.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { ScriptEnd } from "./guest/GuestWorld.ts"
import { inBytes, inTime } from "./measures.ts"
import type { ProcessEnd } from "./pool/Occupant.ts"

/** A limit of the grant that a guest can reach. */
export type GuestLimit = Exclude<LimitName, "processes">

/** Returns the refusal for a guest that reached a limit. */
export const ranInto = (tool: string, limit: GuestLimit, limits: GuestLimits): Refused => {
  switch (limit) {
    case "wallMs":
      return wallTimeExceeded(tool, limits.wallMs)
    case "cpuMs":
      return exceeded(limit, `Tool "${tool}" exceeded its CPU-time limit of ${inTime(limits.cpuMs)}.`)
    case "memoryBytes":
      return exceeded(limit, `Tool "${tool}" ran out of memory: its limit is ${inBytes(limits.memoryBytes)}.`)
    case "outputBytes":
      return exceeded(limit, `Tool "${tool}" printed more than its limit of ${inBytes(limits.outputBytes)}.`)
  }
}

const exceeded = (limit: GuestLimit, message: string) => refused("LimitExceeded", message, { limit })

/** Returns the refusal for a command that failed by itself. */
export const commandFailed = (tool: string, end: Exclude<CommandEnd, { kind: "output" }>): Refused => {
  switch (end.kind) {
    case "exit":
      return failed(`Tool "${tool}" ended with exit status ${end.status}.`, { exitStatus: end.status })
    case "trap":
      return failed(`Tool "${tool}" was stopped by a trap: ${quoted(end.message)}.`)
    case "stack":
      return failed(`Tool "${tool}" used up its stack; it calls itself too deeply.`)
    case "changes":
      return failed(
        `Tool "${tool}" changed more files than can be written back, each name of a file counted; nothing was written.`
      )
    case "broken":
      return failed(`The module of tool "${tool}" could not be started: ${quoted(end.message)}.`)
  }
}

/** Returns the refusal for a script that failed by itself. */
export const scriptFailed = (
  tool: string,
  end: Exclude<ScriptEnd, { kind: "value" | "memory" | "tooLarge" }>
): Refused => {
  switch (end.kind) {
    case "threw":
      return failed(`Tool "${tool}" threw: ${quoted(end.message)}.`)
    case "uncaught":
      return failed(`Tool "${tool}" left a promise rejected that nothing awaited or caught: ${quoted(end.message)}.`)
    case "invalid":
      return failed(`The script of tool "${tool}" is not valid: ${quoted(end.message)}.`)
    case "nested":
      return failed(`The script of tool "${tool}" nests too deeply to be compiled; nest it less.`)
    case "unstripped":
      return failed(
        end.because === "nested"
          ? `The script of tool "${tool}" nests too deeply for its types to be stripped; nest it less.`
          : `The script of tool "${tool}" cannot be run: stripping its types failed; it may be too large.`
      )
    case "unsettled":
      return failed(`Tool "${tool}" waits for a promise that nothing is left to settle.`)
    case "stack":
      return failed(
        `Tool "${tool}" used up its stack; it calls itself too deeply, or works on something that nests too deeply.`
      )
    case "notJson":
      return failed(`Tool "${tool}" returned a result that JSON cannot carry: ${quoted(end.message)}.`)
  }
}

/** Returns the refusal for a guest whose process ended unexpectedly. */
export const processDied = (tool: string, { code, signal, fault }: ProcessEnd): Refused =>
  fault === undefined
    ? failed(`Tool "${tool}" was lost: its process ended unexpectedly, ${signal ?? `with exit status ${code}`}.`, lost)
    : failed(`Tool "${tool}" was ended because its process broke the protocol: ${fault}.`, lost)

/** Marks the loss of a guest, as opposed to a failure of the guest. */
const lost = { lost: true }

/** Returns the refusal for a guest that was running when its sandbox closed. */
export const sandboxClosed = (tool: string): Refused =>
  failed(`Tool "${tool}" was ended, because its sandbox was closed.`)

/** Returns the refusal for a guest that got no process. */
export const noProcess = (tool: string, reason: string): Refused =>
  refused("SandboxUnavailable", `Tool "${tool}" could not be run: ${reason}.`)

/** Returns the refusal for a guest that was not prepared in time. */
export const notReadyInTime = (tool: string, ms: number): Refused =>
  noProcess(tool, `its process did not have it ready within ${inTime(ms)}`)

/** Returns the refusal for a guest whose process ended while it was being prepared. */
export const neverReady = (tool: string, { code, signal, fault }: ProcessEnd): Refused =>
  noProcess(tool, `its process ended while it was made ready, ${fault ?? signal ?? `with exit status ${code}`}`)

export const failed = (message: string, details?: Refused["details"]) => refused("ToolFailed", message, details)

/** Returns a guest's message on one line, so that it cannot be mistaken for the gate's text. */
export const quoted = (message: string): string => onOneLine(message).replace(/[\s.]+$/, "")

/** Cuts a text that a guest chose, and removes line breaks and direction marks. */
export const onOneLine = (text: string): string => {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
}

const longest = 1_000
