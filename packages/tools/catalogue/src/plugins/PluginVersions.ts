import { randomBytes } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeFolder } from "@toolgate/local-secrets"
import type { FolderContent } from "./FolderContent.ts"
import { readFolder } from "./readFolder.ts"

/** Number of versions that are preserved per plugin. */
export const keptVersions = 5

/**
 * Copies of plugins, in folders named by digest that only this user can read. Plugins run from these copies, so that what was checked is
 * what runs.
 */
export class PluginVersions {
  private readonly folder: string

  /** `folder` is created with the first version. */
  constructor(folder: string) {
    this.folder = folder
  }

  /** Copies a version unless an intact copy exists, and returns its folder. */
  async put(plugin: string, content: FolderContent): Promise<string> {
    const versions = join(this.folder, plugin)
    const version = join(versions, content.digest)
    await makeFolder(versions)
    const found = await readFolder(version)
    if (!("digest" in found) || found.digest !== content.digest) await write(version, content)
    const now = new Date()
    await utimes(version, now, now)
    return version
  }

  /** Deletes all versions except the newest and the active one. */
  async prune(plugin: string, inForce: string | undefined): Promise<void> {
    const versions = join(this.folder, plugin)
    const names = await readdir(versions).catch(() => [])
    const used = await Promise.all(
      names.map(async (name) => ({
        name,
        at: await stat(join(versions, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0
        )
      }))
    )
    const kept = used
      .filter(({ name }) => /^[0-9a-f]{64}$/.test(name))
      .sort((one, other) => (one.name === inForce ? -1 : other.name === inForce ? 1 : other.at - one.at))
      .slice(0, keptVersions)
      .map(({ name }) => name)
    for (const name of names)
      if (!kept.includes(name) && !isBeingWritten(name, used))
        await rm(join(versions, name), { recursive: true, force: true })
  }
}

const write = async (version: string, { files }: FolderContent): Promise<void> => {
  const made = `${version}.${randomBytes(6).toString("hex")}`
  try {
    await mkdir(made, { mode: 0o700 })
    for (const [path, { bytes, isProgram }] of files) {
      const place = join(made, path)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await writeFile(place, bytes, { flag: "wx", mode: isProgram ? 0o700 : 0o600 })
    }
    await rm(version, { recursive: true, force: true })
    await rename(made, version)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** Whether another process may still be writing a copy. Copies of ended processes are deleted later. */
const isBeingWritten = (name: string, used: ReadonlyArray<{ readonly name: string; readonly at: number }>): boolean => {
  const at = used.find((one) => one.name === name)?.at ?? 0
  return /^[0-9a-f]{64}\.[0-9a-f]{12}$/.test(name) && Date.now() - at < 60_000
}
