import { createHash } from "node:crypto"
import { type BigIntStats, constants } from "node:fs"
import { open, stat } from "node:fs/promises"
import type { Resource } from "@toolgate/core"

/** A file that a call would change, and a text that tells what the file holds: "absent", "folder", "unknown", or a digest. */
interface FileContent {
  readonly path: string
  readonly content: string
}

/** Whether the files hold what they held. Nobody knows of an unknown content, which equals nothing. */
export const areContentsSame = (
  before: ReadonlyArray<FileContent> | undefined,
  now: ReadonlyArray<FileContent>
): boolean =>
  before?.length === now.length &&
  before.every(
    ({ path, content }, at) => path === now[at]?.path && content === now[at]?.content && content !== "unknown"
  )

/**
 * Reads what the files hold that a call would change, as far as its arguments name them. A file of more than 8 MiB is told by its
 * length, its place and its times.
 */
export const fileContents = async (resources: ReadonlyArray<Resource>): Promise<ReadonlyArray<FileContent>> => {
  const paths = new Set<string>()
  for (const resource of resources) if (resource.kind === "file" && resource.mode !== "r") paths.add(resource.path)
  const contents: Array<FileContent> = []
  // One after the other: a call may name more files than a process may open.
  for (const path of paths) contents.push({ path, content: await contentOf(path) })
  return contents
}

const contentOf = async (path: string): Promise<string> => {
  try {
    const stats = await stat(path, { bigint: true })
    if (stats.isDirectory()) return "folder"
    return stats.isFile() && stats.size <= longest ? await digestOf(path) : metadataOf(stats)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    return code === "ENOENT" || code === "ENOTDIR" ? "absent" : "unknown"
  }
}

const digestOf = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const digest = createHash("sha256")
    let length = 0
    for await (const part of file.createReadStream({ autoClose: false })) {
      length += part.length
      // It grows while it is read.
      if (length > longest) return "unknown"
      digest.update(part)
    }
    return `sha256:${digest.digest("hex")}`
  } finally {
    await file.close()
  }
}

const metadataOf = ({ size, dev, ino, mtimeNs, ctimeNs }: BigIntStats): string =>
  `file ${[size, dev, ino, mtimeNs, ctimeNs].join(" ")}`

const longest = 8 * 1024 * 1024
