import { PathPattern } from "@toolgate/access"
import type { RuleRef } from "@toolgate/core"
import type { PolicyConfig, ProtectedPattern } from "../PolicyConfig.ts"
import { builtInPaths } from "./builtInPaths.ts"
import type { ProtectedEntry } from "./ProtectedEntries.ts"

/** What a file protects itself. */
export const entriesOf = ({ protectedPaths }: Pick<PolicyConfig, "protectedPaths">): ReadonlyArray<ProtectedEntry> =>
  protectedPaths.flatMap(({ text, pattern, source }) => {
    const because = { layer: "protected", rule: text, source }
    // Like that of a deny, it means anywhere on the machine.
    const wide = pattern.startsWith("**") ? `/${pattern}` : pattern
    return entry(text, wide, "is protected by the policy", because)
  })

/** Where patterns that take something out hold: as they are written, as those of an allow rule. */
export const unprotectedOf = (patterns: ReadonlyArray<ProtectedPattern>): ReadonlyArray<PathPattern> =>
  patterns.flatMap(({ pattern }) => {
    const parsed = PathPattern.parse(beneathToo(pattern), { folded: false })
    return typeof parsed === "string" ? [] : [parsed]
  })

const entry = (
  text: string,
  pattern: string,
  reason: string,
  because: RuleRef,
  { isFile = false, isInspected = false }: { readonly isFile?: boolean; readonly isInspected?: boolean } = {}
): ReadonlyArray<ProtectedEntry> => {
  const parsed = PathPattern.parse(isFile ? pattern : beneathToo(pattern), { folded: true })
  // Refused when the file is loaded.
  if (typeof parsed === "string") return []
  return [{ text, pattern: parsed, reason, because, isFile, isInspected, above: foldersAbove(pattern) }]
}

/** A pattern that matches what is beneath as well. */
const beneathToo = (pattern: string): string => {
  const folder = pattern.replace(/\/+$/, "")
  // What ends in "\**" ends in a name that begins with a star.
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

/** What is protected whatever a file says. */
export const builtInEntries: ReadonlyArray<ProtectedEntry> = builtInPaths.flatMap((one) => {
  // A repository without files is named as it likes; people know the folder of one with files.
  const text = one.path.replace(/^\*\.git/, ".git")
  const because = { layer: "protected", rule: text, source: "built in" }
  return entry(text, `/**/${one.path}`, one.reason, because, one)
})

/** Folders of what package managers install, which a person runs as it is; nothing built in is looked for there. */
export const installed = "**/node_modules/**"
