import { mostLooked } from "./walkFolder.ts"

interface Counts {
  readonly shown: number
  /** Number of matching entries after the given name. */
  readonly wanted: number
  /** Number of matching entries. */
  readonly total: number
  readonly notEntered: number
  readonly ended: boolean
}

/** Returns the notes below a listing, in brackets: what is missing, and how to get it. */
export const listNotes = (counts: Counts, isFiltered: boolean): ReadonlyArray<string> =>
  [whatIsThere(counts, isFiltered), whatWasNotEntered(counts.notEntered), counts.ended ? endedEarly : undefined].filter(
    (note) => note !== undefined
  )

const whatIsThere = ({ shown, wanted, total }: Counts, isFiltered: boolean) => {
  if (total === 0) return isFiltered ? "[Nothing matches the pattern.]" : "[The directory is empty.]"
  if (wanted === 0) return `[None of the ${total} entries sorts after the name given.]`
  if (shown === wanted) return undefined
  return `[${shown} of ${total} entries; ${wanted - shown} more follow. Read on with after set to the last name above.]`
}

const whatWasNotEntered = (count: number) => {
  if (count === 0) return undefined
  const which = count === 1 ? "1 subdirectory was" : `${count} subdirectories were`
  return `[${which} not entered: this call may not read what is there, or it changed meanwhile.]`
}

const endedEarly = `[There are more than ${mostLooked} entries, and not all directories were entered. List one further down.]`
