import { FileFailed, type Files, type ToolContext, ToolExecutionError } from "@toolgate/core"
import type { FilePart, OpenedArchive } from "../OpenedArchive.ts"
import type { Extraction, PlannedFile, Skipped } from "./planExtraction.ts"

export interface Extracted {
  /** The paths of the files, relative to the target folder. */
  readonly extracted: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<Skipped>
  readonly bytes: number
}

interface ExtractionTarget {
  /** The target folder. */
  readonly to: string
  readonly overwrite: boolean
}

/**
 * Runs an extraction. Files that may not be written are skipped before the first write, and the others are extracted.
 */
export const extract = async (
  archive: OpenedArchive,
  plan: Extraction,
  { to, overwrite }: ExtractionTarget,
  { files, signal, emit }: Pick<ToolContext, "files" | "signal" | "emit">
): Promise<Extracted> => {
  const skipped: Array<Skipped> = [...plan.skipped]
  const wanted = new Map<number, PlannedFile>()
  for (const file of plan.files) {
    signal.throwIfAborted()
    const why = await whyNotWritten(files, `${to}/${file.path}`, overwrite)
    if (why === undefined) wanted.set(file.index, file)
    else skipped.push({ name: file.name, why })
  }
  const extracted: Array<string> = []
  let bytes = 0
  let parts: Array<Uint8Array> = []
  let areFoldersMade = false
  const take = async ({ index, bytes: part, isLast }: FilePart): Promise<boolean> => {
    signal.throwIfAborted()
    parts.push(part)
    const file = wanted.get(index)
    if (!isLast || file === undefined) return true
    // Creates folders with the first file, when the worker has checked the archive.
    if (!areFoldersMade) skipped.push(...(await makeFolders(files, to, plan.folders)))
    areFoldersMade = true
    const content = Buffer.concat(parts)
    parts = []
    const path = `${to}/${file.path}`
    // Unpacking takes time, and another program may have created the file meanwhile.
    const why = await failureOf(() => (overwrite ? files.writeBytes(path, content) : files.create(path, content)))
    if (why !== undefined) {
      skipped.push({ name: file.name, why })
      return true
    }
    extracted.push(file.path)
    bytes += content.length
    if (extracted.length % 500 === 0) emit("stderr", `Extracted ${extracted.length} of ${wanted.size} files.\n`)
    return true
  }
  try {
    await archive.unpack(
      [...wanted.values()].map(({ index, name, size }) => ({ index, name, size })),
      take
    )
  } catch (error) {
    throw extracted.length > 0 && error instanceof ToolExecutionError ? afterSome(error, extracted.length) : error
  }
  if (!areFoldersMade) skipped.push(...(await makeFolders(files, to, plan.folders)))
  return { extracted, skipped, bytes }
}

const whyNotWritten = async (files: Files, path: string, overwrite: boolean): Promise<string | undefined> => {
  let exists = false
  const why = await failureOf(async () => {
    if (await isLeftOut(files, path)) throw new FileFailed("Denied", path)
    exists = await files.exists(path)
  })
  if (why !== undefined) return why
  return exists && !overwrite ? isThere : undefined
}

/**
 * Whether the call may not write a file. Tries a change that never matches, so that a denied path fails and an allowed
 * one stays as it is.
 */
const isLeftOut = async (files: Files, path: string): Promise<boolean> => {
  try {
    await files.patch(path, "", "")
    return false
  } catch (error) {
    return error instanceof FileFailed && error.reason === "Denied"
  }
}

const makeFolders = async (
  files: Files,
  to: string,
  folders: ReadonlyArray<string>
): Promise<ReadonlyArray<Skipped>> => {
  const skipped: Array<Skipped> = []
  for (const folder of folders) {
    const why = await failureOf(() => files.makeFolder(`${to}/${folder}`))
    if (why !== undefined) skipped.push({ name: `${folder}/`, why })
  }
  return skipped
}

/** Runs an action on a file, and returns why it failed, if it did. Rethrows errors that concern every file. */
const failureOf = async (act: () => PromiseLike<unknown>): Promise<string | undefined> => {
  try {
    await act()
    return undefined
  } catch (error) {
    if (!(error instanceof FileFailed) || ofAll.has(error.reason)) throw error
    if (error.reason === "Denied") return "may not be written: the policy leaves it out of what this call may touch"
    return error.reason === "Exists" ? isThere : `cannot be written: ${error.message}`
  }
}

const isThere = 'already exists; set "overwrite" to true to replace it'

const ofAll: ReadonlySet<string> = new Set(["NoSpace", "ReadOnly", "Io"])

const afterSome = (error: ToolExecutionError, files: number) =>
  new ToolExecutionError({ message: `${error.message} By then, ${files} of its files had been written.` })
