import type { FileAccess, FileException } from "@toolgate/core"
import { exceptionOf } from "@toolgate/core/access"
import type { Excepted } from "./Excepted.ts"

type Place = Pick<Excepted, "path" | "meant">

/** Returns the exceptions that forbid writing a place. */
const exceptedBy = (access: ReadonlyArray<FileAccess>, { path, meant = path }: Place): ReadonlyArray<FileException> =>
  access.flatMap((entry) =>
    (entry.except ?? []).filter((one) => {
      const alone = { ...entry, except: [one] }
      return exceptionOf(alone, path, "w") !== undefined || exceptionOf(alone, meant, "w") !== undefined
    })
  )

/** Whether what appears at a place may stay if it can start nothing. */
export const isInspectedIn = (access: ReadonlyArray<FileAccess>, place: Place): boolean => {
  const all = exceptedBy(access, place)
  return all.length > 0 && all.every(({ appearing }) => appearing === "inspected")
}

/** Returns the explanations of the exceptions for some places, each sentence once. */
export const whyOf = (access: ReadonlyArray<FileAccess>, places: ReadonlyArray<Place>): ReadonlyArray<string> => [
  ...new Set(places.flatMap((place) => exceptedBy(access, place).flatMap(({ why }) => why ?? [])))
]

/**
 * Returns the end of a path by which programs name it, whatever folder they run in: ".git/config" for
 * "/w/a/.git/config".
 */
export const tellingName = (path: string): string => /\/(\.[^/]*(?:\/[^.][^/]*)*|[^/]*\/[^/]*)$/.exec(path)?.[1] ?? path

/**
 * Returns a pattern for a path's last name, wherever it is. For something in a folder that begins with a dot, the
 * pattern begins with that folder: "**\/.git/config".
 */
export const anywhere = (path: string): string => `**/${/\/(\.[^/]*(?:\/[^.][^/]*)*|[^/]*)$/.exec(path)?.[1] ?? path}`

/**
 * Whether a text holds a name or a path beneath it, and not only a part of another name. A `.git` that is excepted is a
 * file.
 */
export const isNamedIn = (text: string, name: string): boolean => {
  const further = name === ".git" ? /^(?:[\w/-]|\.\w)/ : /^(?:[\w-]|\.\w)/
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWhole = !further.test(text.slice(at + name.length, at + name.length + 2))
    if (isWhole && !/[\w.-]$/.test(text.slice(0, at))) return true
  }
  return false
}
