import type { AuditRecord } from "@toolgate/wire"
import { type AuditLine, splitLine } from "./AuditLine.ts"
import type { AuditSource, TimedLine } from "./AuditSource.ts"

/** The filters of `readAuditLog`. Lines that cannot be read are always returned. */
export interface ReadOptions {
  /** Excludes records before this time. Segments with only earlier records are not read. */
  readonly since?: Date | undefined
  /** Only records of this session. */
  readonly session?: string | undefined
  /** Only records of this tool. */
  readonly tool?: string | undefined
  /** Only records of the call with this id. */
  readonly call?: string | undefined
  /** Only records of this segment, in the order of writing. */
  readonly segment?: string | undefined
}

/**
 * Yields the records of a log by time. Merges the records of several processes, and sorts records from a clock that was
 * set back. An outcome stored in the same line as its intent becomes a separate record. Rejects with the system's error
 * if there is no log.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, readAuditLog } from "@toolgate/audit"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = { folder: folder.path }
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * for (const tool of ["list_dir", "deploy"]) await gate.dispatch({ id: tool, tool, args: {} })
 * await gate.close()
 *
 * const denied: Array<string> = []
 * for await (const { record } of readAuditLog(folderSource(folder.path), { tool: "deploy" }))
 *   if (record?.kind === "tool.call.denied") denied.push(record.tool)
 * assert.deepEqual(denied, ["deploy"])
 * ```
 */
export async function* readAuditLog(
  source: AuditSource,
  options: ReadOptions = {}
): AsyncGenerator<AuditLine, void, undefined> {
  // Loaded on demand: a gate only writes records and does not need the schema.
  const { parseRecord } = await import("../segments/parseRecord.ts")
  const { session, tool, call, segment: only } = options
  const since = options.since?.toISOString()
  const isMeant = (record: AuditRecord): boolean =>
    (since === undefined || record.at >= since) &&
    isNamed(record, "session", session) &&
    isNamed(record, "tool", tool) &&
    isNamed(record, "tool_call_id", call)
  for await (const lines of only === undefined ? source.inTime({ since, session, tool, call }) : linesIn(source, only))
    for (const { segment, number, bytes } of lines) {
      const record = bytes === undefined ? undefined : parseRecord(bytes)
      if (record === undefined || isMeant(record)) yield* splitLine({ segment, line: number, record })
    }
}

const isNamed = (record: AuditRecord, name: "session" | "tool" | "tool_call_id", wanted: string | undefined): boolean =>
  wanted === undefined || ("agent" in record && record[name] === wanted)

async function* linesIn(source: AuditSource, segment: string): AsyncGenerator<ReadonlyArray<TimedLine>> {
  for await (const lines of source.lines(segment))
    yield lines.flatMap(({ number, bytes, isWhole }) => (isWhole ? { segment, number, bytes } : []))
}
