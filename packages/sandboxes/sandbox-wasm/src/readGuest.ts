import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** A guest's file: absolute, and as it was read. Or what is wrong with it: the rest of a sentence about it. */
export type GuestFile = { readonly bytes: Uint8Array } | { readonly problem: string }

/** Where a guest is, as its tool names it; as it stands where that is no place for a file. */
export const guestPath = (named: string | URL): string => {
  try {
    // The folder that this process works in may be gone.
    return typeof named === "string" && !named.startsWith("file:") ? resolve(named) : fileURLToPath(named)
  } catch {
    return String(named)
  }
}

/** Reads a guest of at most so many bytes. */
export const readGuest = async (path: string, most: number): Promise<GuestFile> => {
  try {
    // Opening a pipe does not wait for whoever writes to it.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await file.stat()
    if (!stat.isFile()) return { problem: "it is not a regular file" }
    if (stat.size > most) return { problem: `it has ${stat.size} bytes, and a guest may have ${most}` }
    return { bytes: await file.readFile() }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    return { problem: code === "ENOENT" ? "there is no such file" : `it cannot be read (${code ?? "unknown reason"})` }
  }
}
