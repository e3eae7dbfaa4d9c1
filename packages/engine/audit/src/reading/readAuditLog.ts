import { type AuditLine, splitLine } from "./AuditLine.ts"
import type { AuditSource, SegmentLine } from "./AuditSource.ts"
import { makeRecordFilter, type RecordFilter } from "./RecordFilter.ts"

/** The filters of `readAuditLog`. Lines that cannot be read are always returned. */
export interface ReadOptions extends RecordFilter {
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
  const { since, until, session, tool, call, segment: only } = options
  const isMeant = makeRecordFilter(options)
  const filter = { since: since?.toISOString(), until: until?.toISOString(), session, tool, call }
  for await (const lines of only === undefined ? source.inTime(filter) : linesIn(source, only))
    for (const { segment, number, bytes } of lines) {
      const record = bytes === undefined ? undefined : parseRecord(bytes)
      for (const part of splitLine({ segment, line: number, record }))
        if (part.record === undefined || isMeant(part.record)) yield part
    }
}

async function* linesIn(source: AuditSource, segment: string) {
  for await (const lines of source.lines(segment))
    yield lines.flatMap((line: SegmentLine) => (line.isWhole ? { ...line, segment } : []))
}
