import { realpath, stat } from "node:fs/promises"
import { createRun, toToolError } from "./changeMemory.ts"
import { checkSettings, getMemoryFile } from "./getMemoryFile.ts"
import { formatId, type Memory, type MemoryRow, parseTags } from "./Memory.ts"
import type { MemorySettings } from "./memorySettings.ts"

/** A query for entries of a memory. Omitted fields match everything. */
export interface MemoryQuestion {
  /** The workspace of the memory. */
  readonly workspace: string
  /** A tag that the entries must have. */
  readonly tag?: string
  /** A text that the entries must contain, ignoring the case of ASCII letters. */
  readonly text?: string
  /** The limit for returned entries. Default: 100. */
  readonly limit?: number
}

/**
 * Returns matching entries of a workspace's memory, latest first, without superseded ones. An app includes them in its
 * instructions for an agent, because agents have no tool that reads them. A model wrote their texts.
 *
 * ```ts
 * import { memories } from "@toolgate/toolbox-memory"
 *
 * const entries = await memories({ workspace: ".", tag: "style" })
 * export const prompt = `What you noted before:\n${entries.map(({ id, text }) => `${id}: ${text}`).join("\n")}`
 * ```
 */
export const memories = async (
  { workspace, tag, text, limit = 100 }: MemoryQuestion,
  settings: MemorySettings = {}
): Promise<ReadonlyArray<Memory>> => {
  const { SqliteThread, getStateFolder, openStoreFile } = await import("@toolgate/stores/sqlite")
  const path = getMemoryFile(await realpath(workspace), checkSettings(settings), getStateFolder)
  const isThere = await stat(path).then(
    () => true,
    () => false
  )
  if (!isThere) return []
  try {
    const thread = await SqliteThread.open(await openStoreFile(path))
    try {
      const run = createRun(thread)
      const [{ n }] = (await run("select count(*) as n from sqlite_schema where name = 'memory'")) as [{ n: number }]
      if (n === 0) return []
      const rows = (await run(
        `select * from memory where superseded_by is null
          and (?1 = 0 or exists (select 1 from json_each(tags) where value = ?2))
          and instr(lower(text), lower(?3)) > 0
          order by changed desc, id desc limit ?4`,
        tag === undefined ? 0 : 1,
        tag ?? "",
        text ?? "",
        limit
      )) as ReadonlyArray<MemoryRow>
      return rows.map((row) => ({
        id: formatId(row.id),
        text: row.text,
        tags: parseTags(row),
        changed: new Date(row.changed)
      }))
    } finally {
      await thread.close()
    }
  } catch (error) {
    throw await toToolError(error, path)
  }
}
