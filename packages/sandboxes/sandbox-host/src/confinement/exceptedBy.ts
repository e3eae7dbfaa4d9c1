import type { FileException } from "@toolgate/core"
import type { CompiledAccess } from "@toolgate/core/access"
import type { ExceptedPath } from "./ExceptedPath.ts"

type KnownPath = Pick<ExceptedPath, "path" | "meant">

/** Returns the exceptions that forbid writing a path. */
const exceptedBy = (access: CompiledAccess, { path, meant = path }: KnownPath): ReadonlyArray<FileException> =>
  access.entries.flatMap(({ path: root, exceptions }) =>
    (exceptions?.all ?? []).flatMap((one) =>
      one.forbids("w", path, root) || (meant !== path && one.forbids("w", meant, root)) ? [one.exception] : []
    )
  )

/** Whether a new file at a path may stay if it cannot start programs. */
export const isInspected = (access: CompiledAccess, place: KnownPath): boolean => {
  const all = exceptedBy(access, place)
  return all.length > 0 && all.every(({ appearing }) => appearing === "inspected")
}

/** Returns the explanations of the exceptions of some paths, without duplicates. */
export const listExplanations = (access: CompiledAccess, places: ReadonlyArray<KnownPath>): ReadonlyArray<string> => [
  ...new Set(places.flatMap((place) => exceptedBy(access, place).flatMap(({ why }) => why ?? [])))
]

/** Returns the end of a path as most programs print it: ".git/config" for "/w/a/.git/config". */
export const shortenPath = (path: string): string => /\/(\.[^/]*(?:\/[^.][^/]*)*|[^/]*\/[^/]*)$/.exec(path)?.[1] ?? path

/**
 * Returns a pattern for a path's last name in any folder. In a folder that begins with a dot, the pattern starts at
 * that folder: "**\/.git/config".
 */
export const buildAnywherePattern = (path: string): string =>
  `**/${/\/(\.[^/]*(?:\/[^.][^/]*)*|[^/]*)$/.exec(path)?.[1] ?? path}`

/**
 * Whether a text contains a name or a path under it, and not only as part of another name. An excepted `.git` is a
 * file.
 */
export const mentionsName = (text: string, name: string): boolean => {
  const further = name === ".git" ? /^(?:[\w/-]|\.\w)/ : /^(?:[\w-]|\.\w)/
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole = !further.test(text.slice(at + name.length, at + name.length + 2))
    if (isWhole && !/[\w.-]$/.test(text.slice(0, at))) return true
  }
  return false
}
