import { quoted, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { checkName, foldStep } from "@toolgate/toolbox-base"
import type { ArchiveEntry } from "../ArchiveEntry.ts"
import { findEntries } from "../findEntry.ts"
import { isBomb, most } from "../most.ts"
import type { Listing } from "../reading/list.ts"
import type { WantedEntry } from "../reading/unpack.ts"

/** A skipped entry, and why. */
export interface Skipped {
  readonly name: string
  readonly why: string
}

/** A file to write, by its path relative to the target folder. */
export interface PlannedFile extends WantedEntry {
  readonly path: string
}

/** The plan of an extraction. Paths are relative to the target folder. */
export interface Extraction {
  readonly files: ReadonlyArray<PlannedFile>
  readonly folders: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<Skipped>
}

interface Choice {
  readonly files?: ReadonlyArray<string>
  readonly strip: number
  /** The size of the archive in bytes. */
  readonly packed: number
}

/**
 * Plans an extraction. Refuses all of it if a name leads out of the target folder, if two names mean the same file, or
 * if it is too large. Skips links and special files.
 */
export const planExtraction = ({ entries, total }: Listing, { files: names, strip, packed }: Choice): Extraction => {
  if (total > most.entries)
    throw refused(`The archive has ${total} entries; the limit for one call is ${most.entries}.`)
  const chosen = names === undefined ? undefined : findEntries(entries, names)
  const files: Array<PlannedFile> = []
  const folders: Array<string> = []
  const skipped: Array<Skipped> = []
  const faults: Array<Skipped> = []
  const taken = new TakenNames()
  for (const [index, entry] of entries.entries()) {
    if (chosen?.has(index) === false) continue
    const { name, kind, size } = entry
    const checked = checkName(name)
    if ("why" in checked) {
      faults.push({ name, why: checked.why })
      continue
    }
    const steps = checked.steps.slice(strip)
    // The archive's own root needs no folder.
    if (checked.steps.length === 0) continue
    if (steps.length === 0) {
      if (kind !== "directory") skipped.push({ name, why: `has nothing left of its name after ${strip} directories` })
      continue
    }
    const clash = taken.take(steps, kind)
    if (clash !== undefined) faults.push({ name, why: clash })
    const why = whyNot(entry)
    if (kind === "directory") folders.push(steps.join("/"))
    else if (why !== undefined) skipped.push({ name, why })
    else files.push({ index, name, size, path: steps.join("/") })
  }
  if (faults.length > 0) throw faulty(faults)
  checkSizes(files, entries, packed)
  return { files, folders, skipped }
}

/** The paths of an extraction. Prevents paths that some file system considers equal, and paths below a file. */
class TakenNames {
  private readonly root: TakenName = { step: "", isFolder: true, below: new Map() }

  /** Reserves a path and its parent folders. Returns why it cannot be reserved, if it cannot. */
  take(steps: ReadonlyArray<string>, kind: ArchiveEntry["kind"]): string | undefined {
    let above = this.root
    for (const [at, step] of steps.entries()) {
      const isFolder = at < steps.length - 1 || kind === "directory"
      const key = foldStep(step)
      const other = above.below.get(key)
      const pathOf = (last: string) => quoted([...steps.slice(0, at), last].join("/"), 128)
      if (other !== undefined && other.isFolder !== isFolder)
        return `is both a directory and something else: ${pathOf(step)}`
      if (other !== undefined && other.step !== step)
        return `has a name that some systems confuse with ${pathOf(other.step)}`
      if (other !== undefined && !isFolder) return "has the same name as another entry"
      const taken = other ?? { step, isFolder, below: new Map() }
      if (other === undefined) above.below.set(key, taken)
      above = taken
    }
    return undefined
  }
}

interface TakenName {
  readonly step: string
  readonly isFolder: boolean
  /** The names in the folder, folded for comparison. */
  readonly below: Map<string, TakenName>
}

const whyNot = ({ kind, size, encrypted, obstacle, packed }: ArchiveEntry): string | undefined => {
  if (kind === "link" || kind === "hard_link") return "is a link, and links are not extracted"
  if (kind === "other") return "is neither a file nor a directory"
  if (encrypted) return "is encrypted"
  if (packed !== undefined && isBomb(packed, size)) return `grows to more than ${most.ratio} times its size`
  if (size > most.fileBytes) return `has more than ${most.fileBytes} bytes`
  return obstacle
}

const checkSizes = (files: ReadonlyArray<PlannedFile>, entries: ReadonlyArray<ArchiveEntry>, packed: number): void => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > most.bytes) throw refused(`The files hold ${bytes} bytes; the limit for one call is ${most.bytes}.`)
  const own = files.map(({ index }) => entries[index]?.packed)
  const all = own.every((one) => one !== undefined) ? own.reduce<number>((sum, one) => sum + (one ?? 0), 0) : packed
  if (isBomb(Math.min(all, packed), bytes))
    throw refused(`The files grow to more than ${most.ratio} times their size, as in a malicious archive.`)
}

const refused = (message: string) =>
  new ToolExecutionError({ message: `${message} Nothing was written. Name in "files" what you need.`, executed: "no" })

const faulty = (faults: ReadonlyArray<Skipped>) =>
  new ToolValidationError({
    message: `Nothing was written, because ${faults.length === 1 ? "an entry" : `${faults.length} entries`} of the archive cannot be extracted safely. Name in "files" what you need, if it is not among them.`,
    validationErrors: faults.map(({ name, why }) => `The entry ${quoted(name, 128)} ${why}.`),
    executed: "no"
  })
