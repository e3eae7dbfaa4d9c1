import { getProcessState } from "@toolgate/processes"
import type { AuditRecord, RecordedProcess, RecordPosition, ToolDispatched } from "@toolgate/wire"
import type { AuditSource } from "./AuditSource.ts"

/**
 * A call whose outcome is missing. `running`: its process still runs. `unknown`: its process has ended, or the tool
 * could not tell what happened. `elsewhere`: its process belongs to another machine, container or user and cannot be
 * checked.
 */
export interface PendingCall extends RecordPosition {
  readonly state: "running" | "unknown" | "elsewhere"
  /** The process that made the call; `undefined` if its segment does not say. */
  readonly process: RecordedProcess | undefined
  /** Whether the call has ended with an unknown result. */
  readonly hasEnded: boolean
  readonly record: AuditRecord & ToolDispatched
}

/**
 * Returns the calls whose outcome is missing or unknown, oldest first. Keeps only these calls in memory. Rejects if a
 * segment cannot be read, because it could contain any outcome.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, pendingCalls } from "@toolgate/audit"
 * import { createToolgate, defineTool, ToolOutcomeUnknown } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const execute = () => Promise.reject(new ToolOutcomeUnknown({ message: "The bank did not answer." }))
 * const parameters = { type: "object" } as const
 * const pay = defineTool({ name: "pay", description: "Pays.", parameters, sideEffects: "NETWORK", execute })
 * const gate = await createToolgate({ workspace: ".", policy: "host", tools: [pay], audit: { folder: folder.path } })
 * await gate.dispatch({ id: "1", tool: "pay", args: {} })
 * await gate.close()
 *
 * // A person has to check whether the invoice was paid.
 * const calls = await pendingCalls(folderSource(folder.path))
 * assert.deepEqual(
 *   calls.map(({ record, state }) => [record.tool, state]),
 *   [["pay", "unknown"]]
 * )
 * ```
 */
export const pendingCalls = async (source: AuditSource): Promise<ReadonlyArray<PendingCall>> => {
  const { parseRecord } = await import("../segments/parseRecord.ts")
  const open = new Map<string, RecordPosition & { readonly record: PendingCall["record"] }>()
  // The outcomes that came before their intents, because the clock was set back.
  const endedEarly = new Set<string>()
  const untold = new Set<string>()
  const processes = new Map<string, RecordedProcess>()
  for (const segment of await source.segments())
    for await (const lines of source.lines(segment))
      for (const { bytes, isWhole } of lines) {
        const record = bytes === undefined || !isWhole ? undefined : parseRecord(bytes)
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

const keyOf = ({ segment, seq }: RecordPosition): string => `${segment} ${seq}`
