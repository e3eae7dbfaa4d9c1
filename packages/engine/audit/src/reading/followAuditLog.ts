import { setTimeout as sleep } from "node:timers/promises"
import { type AuditLine, splitLine } from "./AuditLine.ts"
import type { AuditSource, LinePosition, SegmentLine } from "./AuditSource.ts"

/** The polling interval in milliseconds. */
const lookEveryMs = 250

/**
 * Yields new records of a log as they arrive. Records of several processes come in the order in which they are found,
 * which may differ from their times. Ends when the signal is aborted. Rejects when the log can no longer be read.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { folderSource, followAuditLog } from "@toolgate/audit"
 * import { builtins, createToolgate } from "toolgate"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const audit = { folder: folder.path, answers: "recorded" } as const
 * const gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins(), audit })
 * const stop = new AbortController()
 * const found: Array<string> = []
 * const following = (async () => {
 *   for await (const { record } of followAuditLog(folderSource(folder.path), stop.signal))
 *     if (record?.kind === "tool.call.completed") found.push(record.tool)
 * })()
 * // Calls go on while the log is read.
 * while (found.length === 0) await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * stop.abort()
 * await following
 * await gate.close()
 * assert.equal(found[0], "list_dir")
 * ```
 */
export async function* followAuditLog(source: AuditSource, signal: AbortSignal): AsyncGenerator<AuditLine, void> {
  const { parseRecord } = await import("../segments/parseRecord.ts")
  /** The last line read of each segment; `undefined` for a closed segment. */
  const places = new Map<string, LinePosition | undefined>()
  const linesOf = (segment: string, { bytes, number }: SegmentLine): ReadonlyArray<AuditLine> => {
    const record = bytes === undefined ? undefined : parseRecord(bytes)
    if (record?.kind === "log.closed") places.set(segment, undefined)
    return splitLine({ segment, line: number, record })
  }
  for (const segment of await source.segments()) {
    const last = await source.last(segment)
    places.set(segment, last ?? beforeAll)
    if (last !== undefined) linesOf(segment, last)
  }
  while (!signal.aborted) {
    for (const segment of await source.segments()) {
      const place = places.has(segment) ? places.get(segment) : beforeAll
      if (place === undefined) continue
      for await (const lines of source.lines(segment, place.number === 0 ? undefined : place))
        for (const line of lines) {
          if (line.number <= place.number || !line.isWhole) continue
          places.set(segment, { number: line.number, start: line.start })
          yield* linesOf(segment, line)
          if (signal.aborted) return
        }
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}

const beforeAll: LinePosition = { number: 0, start: 0 }
