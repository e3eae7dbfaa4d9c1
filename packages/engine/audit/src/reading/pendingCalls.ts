import { getProcessState } from "@toolgate/processes"
import type { AuditRecord, RecordedProcess, RecordPlace, ToolDispatched } from "@toolgate/wire"
import type { AuditSource } from "./AuditSource.ts"

/**
 * A call whose outcome is not known. `running`: the call's process still runs. `unknown`: the process has ended, or the
 * tool could not tell what happened. `elsewhere`: this process cannot see whether the call's process still runs,
 * because that belongs to another machine, container or user.
 */
export interface PendingCall extends RecordPlace {
  readonly state: "running" | "unknown" | "elsewhere"
  /** The process that made the call, or `undefined` when its segment does not say. */
  readonly process: RecordedProcess | undefined
  /** Whether the call's end is on record, but its tool could not tell what happened. */
  readonly hasEnded: boolean
  readonly record: AuditRecord & ToolDispatched
}

/**
 * Returns the calls of a log that have no outcome, or an unknown one, oldest first. Holds only these calls in memory,
 * and no other part of the log. Rejects when a segment cannot be read, because it could hold the outcome of any call.
 */
export const pendingCalls = async (source: AuditSource): Promise<ReadonlyArray<PendingCall>> => {
  const { recordIn } = await import("../segments/recordIn.ts")
  const open = new Map<string, RecordPlace & { readonly record: PendingCall["record"] }>()
  // When a clock was set back, an outcome may come before its intent. Their keys wait here.
  const endedEarly = new Set<string>()
  const untold = new Set<string>()
  const processes = new Map<string, RecordedProcess>()
  for (const segment of await source.segments())
    for await (const lines of source.lines(segment))
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
  const isShared = await source.isShared()
  const states = new Map([...processes].map(([segment, process]) => [segment, getProcessState(process, isShared)]))
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
