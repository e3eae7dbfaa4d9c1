import { type LimitName, type Refused, refused, wallTimeExceeded } from "@toolgate/core"
import type { CommandEnd } from "./frames/ChildFrame.ts"
import type { GuestLimits } from "./GuestLimits.ts"
import type { ScriptEnd } from "./guest/GuestWorld.ts"
import { formatBytes, formatTime } from "./measures.ts"
import type { ProcessEnd } from "./pool/Occupant.ts"

/** A limit of the grant that a guest can reach. */
export type GuestLimit = Exclude<LimitName, "processes">

/** Returns the refusal for a guest that reached a limit. */
export const refuseOverLimit = (tool: string, limit: GuestLimit, limits: GuestLimits): Refused => {
  switch (limit) {
    case "wallMs":
      return wallTimeExceeded(tool, limits.wallMs)
    case "cpuMs":
      return exceeded(limit, `Tool "${tool}" exceeded its CPU-time limit of ${formatTime(limits.cpuMs)}.`)
    case "memoryBytes":
      return exceeded(limit, `Tool "${tool}" ran out of memory: its limit is ${formatBytes(limits.memoryBytes)}.`)
    case "outputBytes":
      return exceeded(limit, `Tool "${tool}" printed more than its limit of ${formatBytes(limits.outputBytes)}.`)
  }
}

const exceeded = (limit: GuestLimit, message: string) => refused("LimitExceeded", message, { limit })

/** Returns the refusal for a command that failed by itself. */
export const refuseFailedCommand = (tool: string, end: Exclude<CommandEnd, { kind: "output" }>): Refused => {
  switch (end.kind) {
    case "exit":
      return refuseFailed(`Tool "${tool}" ended with exit status ${end.status}.`, { exitStatus: end.status })
    case "trap":
      return refuseFailed(`Tool "${tool}" was stopped by a trap: ${quoteMessage(end.message)}.`)
    case "stack":
      return refuseFailed(`Tool "${tool}" used up its stack: its recursion is too deep.`)
    case "changes":
      return refuseFailed(
        `Tool "${tool}" changed too many files to write back, counting every name of a file; no change was written.`
      )
    case "broken":
      return refuseFailed(`The module of tool "${tool}" could not be started: ${quoteMessage(end.message)}.`)
  }
}

/** Returns the refusal for a script that failed by itself. */
export const refuseFailedScript = (
  tool: string,
  end: Exclude<ScriptEnd, { kind: "value" | "memory" | "tooLarge" }>
): Refused => {
  switch (end.kind) {
    case "threw":
      return refuseFailed(`Tool "${tool}" threw: ${quoteMessage(end.message)}.`)
    case "uncaught":
      return refuseFailed(`Tool "${tool}" has an unhandled promise rejection: ${quoteMessage(end.message)}.`)
    case "invalid":
      return refuseFailed(`The script of tool "${tool}" is not valid: ${quoteMessage(end.message)}.`)
    case "nested":
      return refuseFailed(`The script of tool "${tool}" is nested too deep to compile; simplify it.`)
    case "unstripped":
      return refuseFailed(
        end.because === "nested"
          ? `The script of tool "${tool}" is nested too deep to strip its types; simplify it.`
          : `The script of tool "${tool}" cannot run: stripping its types failed, perhaps because it is too large.`
      )
    case "unsettled":
      return refuseFailed(`Tool "${tool}" waits for a promise that will never settle.`)
    case "stack":
      return refuseFailed(`Tool "${tool}" used up its stack: its recursion, or its data, is nested too deep.`)
    case "notJson":
      return refuseFailed(`Tool "${tool}" returned a result that is not JSON: ${quoteMessage(end.message)}.`)
  }
}

/** Returns the refusal for a guest whose process ended unexpectedly. */
export const refuseDeadProcess = (tool: string, { code, signal, fault }: ProcessEnd): Refused =>
  fault === undefined
    ? refuseFailed(
        `Tool "${tool}" was lost: its process ended unexpectedly, ${signal ?? `with exit status ${code}`}.`,
        lost
      )
    : refuseFailed(`Tool "${tool}" was stopped because its process broke the protocol: ${fault}.`, lost)

/** Marks the loss of a guest, as opposed to a failure of the guest. */
const lost = { lost: true }

/** Returns the refusal for a guest that was running when its sandbox closed. */
export const refuseClosedSandbox = (tool: string): Refused =>
  refuseFailed(`Tool "${tool}" was stopped because its sandbox closed.`)

/** Returns the refusal for a guest that got no process. */
export const refuseWithoutProcess = (tool: string, reason: string): Refused =>
  refused("SandboxUnavailable", `Tool "${tool}" could not run: ${reason}.`)

/** Returns the refusal for a guest that was not prepared in time. */
export const describeLatePreparation = (tool: string, ms: number): Refused =>
  refuseWithoutProcess(tool, `its process was not ready within ${formatTime(ms)}`)

/** Returns the refusal for a guest whose process ended while it was being prepared. */
export const describeFailedPreparation = (tool: string, { code, signal, fault }: ProcessEnd): Refused =>
  refuseWithoutProcess(tool, `its process ended during preparation, ${fault ?? signal ?? `with exit status ${code}`}`)

export const refuseFailed = (message: string, details?: Refused["details"]) => refused("ToolFailed", message, details)

/** Returns a guest's message on one line, so that it cannot be mistaken for the gate's text. */
export const quoteMessage = (message: string): string => putOnOneLine(message).replace(/[\s.]+$/, "")

/** Cuts a text that a guest chose, and removes line breaks and direction marks. */
export const putOnOneLine = (text: string): string => {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
}

const longest = 1_000
