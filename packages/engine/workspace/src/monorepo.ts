import { dirname, join } from "node:path"
import { isBeneath, PathPattern } from "@toolgate/core/access"
import { isFolder, isLink, realPath, textOf } from "./looks.ts"

/** A folder that says that it holds several packages. */
interface Monorepo {
  readonly path: string
  /** Patterns of the folders of its packages, as pnpm, npm and yarn write them. A pattern that begins with "!" takes some out. */
  readonly patterns: ReadonlyArray<string>
}

/** Returns the nearest monorepo above a workspace. */
export const monorepoAbove = (workspace: string): Monorepo | undefined => {
  for (let at = dirname(workspace); at !== dirname(at); at = dirname(at)) {
    const settings = textOf(join(at, "pnpm-workspace.yaml"))
    if (settings !== undefined) return { path: at, patterns: packagesOfPnpm(settings) }
    const patterns = packagesOfNpm(manifestOf(at).workspaces)
    if (patterns !== undefined) return { path: at, patterns }
  }
  return undefined
}

/**
 * Returns the packages of a monorepo to which links of installed packages lead: those that the workspace depends on, and
 * those that they depend on. Which folders are packages is what the monorepo says. So a link or a dependency that a call
 * wrote opens no other folder.
 */
export const linkedPackages = (workspace: string, { path: root, patterns }: Monorepo): ReadonlyArray<string> => {
  const isPackage = packageTest(root, patterns)
  const found = new Set([workspace])
  for (const folder of found)
    for (const name of dependenciesOf(folder)) {
      const link = [folder, root].map((at) => join(at, "node_modules", name)).find(isLink)
      const target = link === undefined ? undefined : realPath(link)
      if (target === undefined || found.size > mostPackages || isBeneath(workspace, target)) continue
      if (isPackage(target) && isFolder(target) && textOf(join(target, "package.json")) !== undefined) found.add(target)
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

/** Returns the names of the packages that a package depends on, if each is the name of a folder of "node_modules". */
const dependenciesOf = (folder: string): ReadonlyArray<string> => {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifestOf(folder)
  return [dependencies, devDependencies, peerDependencies, optionalDependencies]
    .flatMap((one) => (isRecord(one) ? Object.keys(one) : []))
    .filter((name) => /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/.test(name))
}

const manifestOf = (folder: string): Readonly<Record<string, unknown>> => {
  try {
    const manifest: unknown = JSON.parse(textOf(join(folder, "package.json")) ?? "{}")
    return isRecord(manifest) ? manifest : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the texts of "workspaces" in a package.json: a list, or a record that holds a list. */
const packagesOfNpm = (workspaces: unknown): ReadonlyArray<string> | undefined => {
  const list = isRecord(workspaces) ? (workspaces.packages ?? []) : workspaces
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : undefined
}

/**
 * Returns the list "packages" of a pnpm-workspace.yaml, if it is written as people write it: one item on each line, or all
 * in brackets on one line. Any other form has no packages.
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
