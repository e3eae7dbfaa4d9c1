import { dirname, join } from "node:path"
import { isBeneath, PathPattern } from "@toolgate/core/access"
import { findRealPath, isFolder, isLink, readSmallFile } from "./looks.ts"

/** A monorepo: a folder that declares several packages. */
interface Monorepo {
  readonly path: string
  /** The package patterns of pnpm, npm or yarn. A pattern with "!" excludes packages. */
  readonly patterns: ReadonlyArray<string>
}

/** Returns the nearest monorepo above a workspace. */
export const findMonorepo = (workspace: string): Monorepo | undefined => {
  for (let at = dirname(workspace); at !== dirname(at); at = dirname(at)) {
    const settings = readSmallFile(join(at, "pnpm-workspace.yaml"))
    if (settings !== undefined) return { path: at, patterns: packagesOfPnpm(settings) }
    const patterns = packagesOfNpm(manifestOf(at).workspaces)
    if (patterns !== undefined) return { path: at, patterns }
  }
  return undefined
}

/**
 * Returns the monorepo packages that a workspace depends on, directly or indirectly, through links in "node_modules".
 * Only the monorepo itself declares which folders are packages, so a link or dependency that a call wrote cannot open
 * any other folder.
 */
export const findLinkedPackages = (workspace: string, { path: root, patterns }: Monorepo): ReadonlyArray<string> => {
  const isPackage = packageTest(root, patterns)
  const found = new Set([workspace])
  for (const folder of found)
    for (const name of dependenciesOf(folder)) {
      const link = [folder, root].map((at) => join(at, "node_modules", name)).find(isLink)
      const target = link === undefined ? undefined : findRealPath(link)
      if (target === undefined || found.size > mostPackages || isBeneath(workspace, target)) continue
      if (isPackage(target) && isFolder(target) && readSmallFile(join(target, "package.json")) !== undefined)
        found.add(target)
    }
  return [...found].slice(1)
}

const mostPackages = 200

const packageTest = (root: string, patterns: ReadonlyArray<string>): ((path: string) => boolean) => {
  const parsed = patterns.flatMap((text) => {
    const [, not = "", folder = ""] = /^(!?)(?:\.\/)*(.*?)\/*$/.exec(text) ?? []
    const pattern = PathPattern.parse(folder, { folded: false })
    return typeof pattern === "string" || pattern.begins === "root" ? [] : [{ pattern, isIn: not === "" }]
  })
  return (path) =>
    isBeneath(path, root) &&
    path !== root &&
    !/\/(?:node_modules|\.git)(?:\/|$)/.test(path.slice(root.length)) &&
    parsed.some(({ pattern, isIn }) => isIn && pattern.matches(path, root)) &&
    !parsed.some(({ pattern, isIn }) => !isIn && pattern.matches(path, root))
}

/** Returns the names of a package's dependencies that are valid folder names in "node_modules". */
const dependenciesOf = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifestOf(folder)
  return [dependencies, devDependencies, peerDependencies, optionalDependencies]
    .flatMap((one) => (isRecord(one) ? Object.keys(one) : []))
    .filter((name) => /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(name))
}

const manifestOf = (folder: string): Readonly<Record<string, unknown>> => {
  try {
    const manifest: unknown = JSON.parse(readSmallFile(join(folder, "package.json")) ?? "{}")
    return isRecord(manifest) ? manifest : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns "workspaces" of a package.json: a list, or a record with a list. */
const packagesOfNpm = (workspaces: unknown): ReadonlyArray<string> | undefined => {
  const list = isRecord(workspaces) ? (workspaces.packages ?? []) : workspaces
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : undefined
}

/**
 * Returns the list "packages" of a pnpm-workspace.yaml in its usual forms: one item on each line, or a bracketed list
 * on one line. Any other form yields no packages.
 */
const packagesOfPnpm = (settings: string): ReadonlyArray<string> => {
  const [, items = ""] = /^packages:[^\S\n]*(?:\[([^\]\n]*)\])?/m.exec(settings) ?? []
  if (items !== "") return items.split(",").flatMap(itemOf)
  const lines = settings.split(/\r?\n/)
  const from = lines.findIndex((line) => /^packages:\s*(?:#.*)?$/.test(line)) + 1
  if (from === 0) return []
  const after = lines.slice(from).findIndex((line) => !/^\s*(?:-\s.*|#.*)?$/.test(line))
  return lines.slice(from, after === -1 ? undefined : from + after).flatMap((line) => {
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
    return item === undefined ? [] : itemOf(item)
  })
}

const itemOf = (text: string): ReadonlyArray<string> => {
  const [, ...quoted] = /^\s*(?:'([^']*)'|"([^"\\]*)"|([^\s'"#&*!|>%@`{}[\]][^#]*?))\s*(?:\s#.*)?$/.exec(text) ?? []
  return quoted.filter((one) => one !== undefined).slice(0, 1)
}
