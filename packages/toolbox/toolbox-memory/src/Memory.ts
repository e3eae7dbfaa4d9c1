/** An entry of a memory. */
export interface Memory {
  readonly id: string
  readonly text: string
  readonly tags: ReadonlyArray<string>
  /** The time at which the text was written last. */
  readonly changed: Date
}

/** A row of the table `memory`. `superseded_by` is the number of the entry that stands in the place of this one. */
export interface MemoryRow {
  readonly id: number
  readonly text: string
  /** The tags, as a JSON list. */
  readonly tags: string
  readonly changed: number
  readonly superseded_by: number | null
}

/** Returns the id of an entry by its number. */
export const idOf = (number: number): string => `m${number}`

/** Returns the number of an entry by its id. */
export const numberOf = (id: string): number => Number(id.slice(1))

/** Returns the tags of a row. */
export const tagsOf = ({ tags }: Pick<MemoryRow, "tags">): ReadonlyArray<string> => JSON.parse(tags)
