import { existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join, sep } from "node:path"

/**
 * Returns the files and folders that a program may read: its package, or only its folder if it was bundled into another
 * package, and the packages that it depends on, for every way of installation.
 */
export const findProgramFolders = (entry: string, ownPackage: string): ReadonlyArray<string> => {
  const folders = new Set([dirname(entry)])
  const seen = new Set<string>()
  const visit = (folder: string, isWhole: boolean): void => {
    const real = realpathSync(folder)
    if (seen.has(real)) return
    seen.add(real)
    const { name, ...manifest } = manifestIn(real)
    if (isWhole || name === ownPackage) for (const place of [folder, real]) folders.add(installedIn(place))
    else folders.add(join(real, "package.json"))
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }
    for (const dependency of Object.keys(needed)) {
      const found = upwards(real, (at) => join(at, "node_modules", dependency))
      if (found !== undefined) visit(found, true)
    }
  }
  const own = upwards(dirname(entry), (at) => join(at, "package.json"))
  if (own !== undefined) visit(dirname(own), false)
  return [...folders].filter((folder) => ![...folders].some((outer) => folder.startsWith(outer + sep)))
}

interface Manifest {
  readonly name?: string
  readonly dependencies?: object
  readonly optionalDependencies?: object
  readonly peerDependencies?: object
}

const manifestIn = (folder: string): Manifest => {
  const file = join(folder, "package.json")
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Returns the outermost `node_modules` around a folder, or the folder itself. */
const installedIn = (folder: string): string => {
  const name = `${sep}node_modules`
  const at = folder.indexOf(name + sep)
  return at < 0 ? folder : folder.slice(0, at + name.length)
}

const upwards = (from: string, placeIn: (folder: string) => string): string | undefined => {
  for (let at = from; ; at = dirname(at)) {
    const place = placeIn(at)
    if (existsSync(place)) return place
    if (at === dirname(at)) return undefined
  }
}
