import { lstatSync, readFileSync, realpathSync } from "node:fs"
import { basename, dirname, resolve } from "node:path"
import type { ExceptedPath } from "../ExceptedPath.ts"

/**
 * Returns the hook folders and included files of the git configurations among some excepted paths. The exceptions treat
 * them as hooks and configuration of the same repository.
 */
export const findReferencedConfig = (
  excepted: ReadonlyArray<ExceptedPath>
): ReadonlyArray<Required<Pick<ExceptedPath, "path" | "meant">>> =>
  excepted.flatMap(({ path, meant = path, link }) => {
    if (link !== undefined || !/\.git\/(?:.*\/)?config(?:\.worktree)?$/.test(meant)) return []
    const repository = dirname(path)
    const top = basename(repository) === ".git" ? dirname(repository) : repository
    return settingsIn(path).flatMap(({ key, value }) => {
      const to = existing(resolve(key === "hooksPath" ? top : repository, value))
      const known = key === "hooksPath" ? `${dirname(meant)}/hooks` : meant
      // A folder that contains the repository cannot be made read-only to protect the repository.
      return to === undefined || repository.startsWith(`${to}/`) || to === top ? [] : [{ path: to, meant: known }]
    })
  })

interface Setting {
  readonly key: "hooksPath" | "path"
  readonly value: string
}

const settingsIn = (path: string): ReadonlyArray<Setting> => {
  const found: Array<Setting> = []
  let section = ""
  for (const line of textOf(path).split(/\r?\n/)) {
    section = /^\s*\[\s*([A-Za-z]+)/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, name = "", given = ""] = /^(?:\[[^\]]*\])?\s*([A-Za-z]+)\s*=(.*)$/.exec(line.trim()) ?? []
    const value = given.trim().replaceAll(/^"|"$/g, "")
    if (section === "core" && name.toLowerCase() === "hookspath") found.push({ key: "hooksPath", value })
    if (section.startsWith("include") && name.toLowerCase() === "path") found.push({ key: "path", value })
  }
  return found.filter(({ value }) => value !== "" && !value.startsWith("~"))
}

const textOf = (path: string): string => {
  try {
    return lstatSync(path).size > longest ? "" : readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const existing = (path: string): string | undefined => {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

const longest = 1024 * 1024
