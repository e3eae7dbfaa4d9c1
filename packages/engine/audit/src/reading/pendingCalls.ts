import type { AuditRecord, RecordedProcess, RecordPlace, ToolDispatched } from "@toolgate/wire"
import { stateOf } from "../segments/recordedProcess.ts"
import { segmentNames } from "../segments/segmentName.ts"
import { isSharedDisk } from "./isSharedDisk.ts"
import { segmentLines } from "./segmentLines.ts"

/**
 * A call that began, or was about to, and of which nobody has said what came. `running`: its process lives. `unknown`: its process
 * has ended, or its tool could not tell. `elsewhere`: whether its process lives cannot be told from here, because it is another
 * machine's, another container's or another user's.
 */
export interface PendingCall extends RecordPlace {
  readonly state: "running" | "unknown" | "elsewhere"
  /** The process that made the call; absent where its segment does not say. */
  readonly process: RecordedProcess | undefined
  /** Whether its end is on record, and its tool could not tell what came of it. */
  readonly hasEnded: boolean
  readonly record: AuditRecord & ToolDispatched
}

/**
 * The calls of a log whose intent has no outcome, or one that is not known, oldest first. Holds those in memory, and nothing else of the log. Rejects where
 * a segment cannot be read: what is in it could be the outcome of any of them.
 */
export const pendingCalls = async (folder: string): Promise<ReadonlyArray<PendingCall>> => {
  const { recordIn } = await import("../segments/recordIn.ts")
  const open = new Map<string, RecordPlace & { readonly record: PendingCall["record"] }>()
  // Of segments whose clock was set back, the later one comes first.
  const endedEarly = new Set<string>()
  const untold = new Set<string>()
  const processes = new Map<string, RecordedProcess>()
  for (const segment of await segmentNames(folder))
    for await (const lines of segmentLines(folder, segment))
      for (const { bytes, isWhole } of lines) {
        const record = bytes === undefined || !isWhole ? undefined : recordIn(bytes)
        if (record === undefined) continue
        if (record.kind === "log.opened") processes.set(segment, processOf(record))
        else if (record.kind === "tool.call.dispatched") {
          const key = keyOf({ segment, seq: record.seq })
          const executed = record.outcome?.executed
          if (executed === "unknown") untold.add(key)
          if (!endedEarly.delete(key) && (executed === undefined || executed === "unknown"))
            open.set(key, { segment, seq: record.seq, record })
        } else if ("intent" in record && record.intent !== null) {
          const key = keyOf(record.intent)
          if (record.executed === "unknown") untold.add(key)
          else if (!open.delete(key)) endedEarly.add(key)
        }
      }
  const isShared = await isSharedDisk(folder)
  const states = new Map([...processes].map(([segment, process]) => [segment, stateOf(process, isShared)]))
  return Array.from(open.values(), (call) => {
    const hasEnded = untold.has(keyOf(call))
    const state = states.get(call.segment) ?? "elsewhere"
    return {
      ...call,
      state: hasEnded || state === "ended" ? "unknown" : state,
      hasEnded,
      process: processes.get(call.segment)
    }
  })
}

const processOf = ({ host, pid, boot, namespaces, started }: RecordedProcess): RecordedProcess => ({
  host,
  pid,
  boot,
  namespaces,
  started
})

const keyOf = ({ segment, seq }: RecordPlace): string => `${segment} ${seq}`
