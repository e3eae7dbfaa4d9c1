import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { explainFileError } from "@toolgate/core"

/** A guest's file, or what is wrong with it, as the rest of a sentence. */
export type GuestFile = { readonly bytes: Uint8Array } | { readonly problem: string }

/** Returns the absolute path of a guest, or the name itself if it is not a valid path. */
export const resolveGuestPath = (named: string | URL): string => {
  try {
    // The working folder of this process may be gone.
    return typeof named === "string" && !named.startsWith("file:") ? resolve(named) : fileURLToPath(named)
  } catch {
    return String(named)
  }
}

/** Reads a guest of at most `most` bytes. */
export const readGuest = async (path: string, most: number): Promise<GuestFile> => {
  try {
    // With O_NONBLOCK, opening a pipe does not wait for a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) return { problem: "it is not a regular file" }
    if (stat.size > most) return { problem: `it has ${stat.size} bytes; the limit is ${most}` }
    return { bytes: await file.readFile() }
  } catch (error) {
    return { problem: explainFileError(error, "read") }
  }
}
