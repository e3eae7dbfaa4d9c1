import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"

/**
 * Returns the folders of plugins: each given folder that has a manifest, and each folder with a manifest in the others,
 * in the order of their names. A given folder that cannot be read is returned as well, so that reading it says why.
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
