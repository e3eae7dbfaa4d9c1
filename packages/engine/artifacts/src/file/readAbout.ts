import { constants } from "node:fs"
import { lstat, open } from "node:fs/promises"
import { join } from "node:path"
import type { OwnedArtifact } from "@toolgate/core"

export const aboutName = "about.json"
export const bytesName = "bytes"

/**
 * Returns the description of the artifact in a folder, or `undefined` if it is missing or damaged. Links are not
 * followed: a link in place of the folder or of a file counts as damage.
 */
export const readAbout = async (folder: string): Promise<OwnedArtifact | undefined> => {
  try {
    if (!(await lstat(folder)).isDirectory()) return undefined
    const bytes = await lstat(join(folder, bytesName))
    const about = artifactIn(await readFile(join(folder, aboutName)))
    return bytes.isFile() && bytes.size === about?.size ? about : undefined
  } catch (error) {
    if (error instanceof Error && "code" in error && noArtifact.has(error.code)) return undefined
    throw error
  }
}

const noArtifact = new Set<unknown>(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO"])

const readFile = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    return await file.readFile("utf8")
  } finally {
    await file.close()
  }
}

const artifactIn = (text: string): OwnedArtifact | undefined => {
  try {
    const { ref, size, mediaType, name, createdAt, expiresAt, owner } = JSON.parse(text)
    const isSound =
      [ref, mediaType, owner?.session, owner?.principal, name ?? ""].every((one) => typeof one === "string") &&
      [size, createdAt, expiresAt].every(Number.isFinite)
    const { session, principal } = owner
    return isSound ? { ref, size, mediaType, name, createdAt, expiresAt, owner: { session, principal } } : undefined
  } catch {
    return undefined
  }
}
