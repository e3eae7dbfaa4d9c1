import type { RuleRef } from "@toolgate/core"
import { escapePattern, PathPattern } from "@toolgate/core/access"
import type { ProtectedPattern } from "../config/PolicyConfig.ts"
import { builtInPaths } from "./builtInPaths.ts"
import type { ProtectedEntry } from "./ProtectedEntries.ts"

/** Parses the patterns of one list in a policy file, which share one reason. `layer` names the list. */
export const parseEntries = (
  patterns: ReadonlyArray<ProtectedPattern>,
  reason: string,
  layer: string
): ReadonlyArray<ProtectedEntry> =>
  patterns.flatMap(({ text, pattern, source }) => {
    // A relative pattern means every folder of the machine, like the pattern of a deny rule.
    const wide = pattern.startsWith("**") ? `/${pattern}` : pattern
    return parseEntry(text, wide, reason, { layer, rule: text, source })
  })

/** Returns the absolute form of an entry's pattern. */
export const makeAbsolutePattern = ({ begins, text }: PathPattern, workspace: string): string =>
  begins === "root" ? text : `${escapePattern(workspace)}/${text}`

/** Parses the patterns of exceptions. They match exactly as written, like the patterns of an allow rule. */
export const parseExceptions = (patterns: ReadonlyArray<ProtectedPattern>): ReadonlyArray<PathPattern> =>
  patterns.flatMap(({ pattern }) => {
    const parsed = PathPattern.parse(beneathToo(pattern), { folded: false })
    return typeof parsed === "string" ? [] : [parsed]
  })

/** Parses a pattern into a list with one entry, or an empty list if the pattern is invalid. */
export const parseEntry = (
  text: string,
  pattern: string,
  reason: string,
  because: RuleRef,
  {
    isFile = false,
    isInspected = false,
    isInstalled = false,
    ...more
  }: Partial<Pick<ProtectedEntry, "isFile" | "isInspected" | "isInstalled" | "isOnlyAt">> = {}
): ReadonlyArray<ProtectedEntry> => {
  const parsed = PathPattern.parse(isFile ? pattern : beneathToo(pattern), { folded: true })
  // An invalid pattern is refused when the file is loaded.
  if (typeof parsed === "string") return []
  return [
    { text, pattern: parsed, reason, because, isFile, isInspected, isInstalled, above: foldersAbove(pattern), ...more }
  ]
}

/** Returns a pattern that also matches everything beneath the paths of the given pattern. */
const beneathToo = (pattern: string): string => {
  const folder = pattern.replace(/(?<!\/)\/+$/, "")
  // Text that ends in `\**` ends in a name that begins with a star.
  return /(?:^|\/)\*\*$/.test(folder) ? folder : `${folder}/**`
}

const foldersAbove = (text: string): ProtectedEntry["above"] => {
  const root = text.startsWith("/") ? "/" : ""
  const names = text.split("/").filter((name) => name !== "" && name !== ".")
  return names.flatMap((name, at) => {
    const before = names.slice(0, at)
    if (name === "**" || before.every((one) => one === "**")) return []
    const pattern = PathPattern.parse(root + before.join("/"), { folded: true })
    const next = PathPattern.parse(`/${name}`, { folded: true })
    return typeof pattern === "string" || typeof next === "string" ? [] : [{ pattern, next }]
  })
}

/** The entries that are protected under every policy. */
export const builtInEntries: ReadonlyArray<ProtectedEntry> = builtInPaths.flatMap((one) => {
  // A repository without a work tree may have any name that ends in `.git`. Messages name the folder that people know.
  const text = one.path.replace(/^\*\.git/, ".git")
  const because = { layer: "protected", rule: text, source: "built in" }
  return parseEntry(text, `/**/${one.path}`, one.reason, because, one)
})

/**
 * The pattern of folders that package managers install, whose content people run unchanged. Only the entries that say
 * so protect paths in these folders.
 */
export const installed = "**/node_modules/**"
