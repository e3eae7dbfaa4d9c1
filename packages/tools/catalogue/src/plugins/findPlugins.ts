import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

/**
 * Finds plugin folders: each given folder with a manifest, and subfolders with a manifest in name order. Unreadable folders are included,
 * so that reading them reports the reason.
 */
export const findPlugins = async (folders: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const found = new Set<string>()
  for (const folder of folders) {
    const names = (await hasManifest(folder)) ? undefined : await readdir(folder).catch(() => undefined)
    if (names === undefined) found.add(folder)
    for (const name of names?.sort() ?? []) if (await hasManifest(join(folder, name))) found.add(join(folder, name))
  }
  return [...found]
}

const hasManifest = (folder: string): Promise<boolean> =>
  lstat(join(folder, "manifest.json")).then(
    () => true,
    () => false
  )
