import { ToolExecutionError, ToolNotFound } from "@toolgate/core"
import { formatId, type MemoryRow, parseId, parseTags } from "./Memory.ts"

/** Runs a SQL statement and returns the rows. */
export type Run = (sql: string, ...values: ReadonlyArray<string | number>) => Promise<ReadonlyArray<unknown>>

/** The limit for entries of a memory, without superseded ones. The limit for superseded entries is the same. */
export const mostEntries = 10_000

/** The changes to a memory within one transaction. */
export class MemoryTransaction {
  private readonly run: Run
  constructor(run: Run) {
    this.run = run
  }

  /** Adds an entry, and returns its id. Refuses an entry beyond the limit. */
  async add(text: string, tags: ReadonlyArray<string>): Promise<string> {
    const [count] = (await this.run("select count(*) as n from memory where superseded_by is null")) as [{ n: number }]
    if (count.n >= mostEntries)
      throw refused(
        `The memory is full: it has ${mostEntries} entries. Combine several with "memory_consolidate", which makes room.`
      )
    const [added] = (await this.run(
      "insert into memory (text, tags, changed) values (?, ?, ?) returning id",
      text,
      JSON.stringify(tags),
      Date.now()
    )) as [{ id: number }]
    return formatId(added.id)
  }

  /** Replaces the text of an entry, and returns the former text. */
  async replace(id: string, text: string): Promise<string> {
    const { text: previous } = await this.current(id)
    await this.run("update memory set text = ?, changed = ? where id = ?", text, Date.now(), parseId(id))
    return previous
  }

  /** Replaces several entries with one that has all their tags, and returns its id. */
  async consolidate(ids: ReadonlyArray<string>, text: string): Promise<string> {
    const tags = new Set<string>()
    for (const id of ids) for (const tag of parseTags(await this.current(id))) tags.add(tag)
    // Supersedes entries first, so that a full memory can be consolidated.
    const numbers = JSON.stringify(ids.map(parseId))
    await this.run("update memory set superseded_by = id where id in (select value from json_each(?))", numbers)
    const id = await this.add(text, [...tags].slice(0, mostTags))
    await this.run(
      "update memory set superseded_by = ? where id in (select value from json_each(?))",
      parseId(id),
      numbers
    )
    await this.run(
      "delete from memory where id in (select id from memory where superseded_by is not null order by superseded_by desc, id desc limit -1 offset ?)",
      mostEntries
    )
    return id
  }

  /** Returns an entry that is not superseded. */
  private async current(id: string): Promise<MemoryRow> {
    const rows = (await this.run(
      `with recursive later(id, text, tags, changed, superseded_by) as (
        select id, text, tags, changed, superseded_by from memory where id = ?
        union select m.id, m.text, m.tags, m.changed, m.superseded_by from memory m join later on m.id = later.superseded_by
      ) select * from later order by id`,
      parseId(id)
    )) as ReadonlyArray<MemoryRow>
    const [row] = rows
    if (row === undefined)
      throw new ToolNotFound({
        message: `The memory has no entry "${id}". Use an id that "memory_add" or "memory_consolidate" has returned in this workspace.`,
        executed: "no"
      })
    const last = rows.at(-1) ?? row
    if (last !== row)
      throw refused(
        `The entry "${id}" was superseded already, and nothing was changed: "${formatId(last.id)}" replaces it. Use that one.`
      )
    return row
  }
}

/** The limit for tags of a consolidated entry. */
const mostTags = 100

const refused = (message: string) => new ToolExecutionError({ message, executed: "no" })
