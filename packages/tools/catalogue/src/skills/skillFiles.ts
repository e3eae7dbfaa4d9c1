import { isUtf8 } from "node:buffer"
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { explainFileError } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import { resolveOpenPath } from "../resolveOpenPath.ts"

/** A file of a skill, with its relative path. */
export interface SkillFile {
  readonly path: string
  readonly bytes: number
}

const mostFiles = 200
const mostFolders = 8
const mostBytes = 4 * 1024 * 1024

/**
 * Returns the files in a skill's folder other than `SKILL.md`, and whether there are more. Links and names that begin with a dot are left
 * out.
 */
export const listSkillFiles = (
  folder: string
): { readonly files: ReadonlyArray<SkillFile>; readonly more: boolean } => {
  const files: Array<SkillFile> = []
  let more = false
  const walk = (at: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, at), { withFileTypes: true }).sort(byName)) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`
      if (entry.name.startsWith(".") || path === "SKILL.md") continue
      if (files.length === mostFiles || (entry.isDirectory() && depth === mostFolders)) more = true
      else if (entry.isDirectory()) walk(path, depth + 1)
      else if (entry.isFile()) files.push({ path, bytes: statSync(join(folder, path)).size })
      if (files.length === mostFiles && more) return
    }
  }
  try {
    walk("", 0)
  } catch {
    // Concurrent changes may be missing from the list.
    more = true
  }
  return { files, more }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1)

/** Reads a file in a skill's folder, or returns the reason as the end of a sentence. Never blocks. */
export const readSkillFile = (folder: string, path: string): { readonly text: string } | { readonly fault: string } => {
  if (!isPlainPath(path)) return { fault: "it must be a path in the folder of the skill, as in the list of files" }
  let fd: number | undefined
  try {
    const root = realpathSync.native(folder)
    const real = realpathSync.native(join(root, ...path.split("/")))
    if (!isBeneath(real, root) || !isPlainPath(relative(root, real).split(sep).join("/"))) return outside
    fd = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const opened = fstatSync(fd)
    // A parent folder may have become a link.
    if (resolveOpenPath(fd, real) !== real) return outside
    if (!opened.isFile()) return { fault: "it is not a regular file" }
    if (opened.size > mostBytes) return { fault: "it is longer than 4 MiB" }
    const bytes = readFileSync(fd)
    return isUtf8(bytes) && !bytes.includes(0) ? { text: bytes.toString() } : { fault: "it is not UTF-8 text" }
  } catch (error) {
    return { fault: explainFileError(error, "read") }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const outside = { fault: "it leads out of the folder of the skill" }

const isPlainPath = (path: string): boolean =>
  path.length <= 1024 && !/[\0\\]/.test(path) && path.split("/").every((name) => name !== "" && !name.startsWith("."))
