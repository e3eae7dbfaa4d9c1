/** An entry of a memory. */
export interface Memory {
  readonly id: string
  readonly text: string
  readonly tags: ReadonlyArray<string>
  /** The time of the last change of the text. */
  readonly changed: Date
}

/** A row of the table `memory`. `superseded_by` is the number of the entry that replaced this one. */
export interface MemoryRow {
  readonly id: number
  readonly text: string
  /** The tags, as a JSON list. */
  readonly tags: string
  readonly changed: number
  readonly superseded_by: number | null
}

export const formatId = (number: number): string => `m${number}`

export const parseId = (id: string): number => Number(id.slice(1))

export const parseTags = ({ tags }: Pick<MemoryRow, "tags">): ReadonlyArray<string> => JSON.parse(tags)
