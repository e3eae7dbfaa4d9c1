import type { PolicyConfig } from "@toolgate/policy"
import { listComparedRules } from "./ComparedRule.ts"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Returns findings about path patterns that hardly any path can match, with the probable intention. */
export const lintUnusualPaths = (linted: Linted): ReadonlyArray<LintFinding> => [
  ...listComparedRules(linted).flatMap(({ rule, effect, pattern }) =>
    typeof pattern === "object" && pattern.kind === "file" && rule.pattern !== undefined
      ? findingOf(rule.pattern, rule.source, `the ${effect} rule "${rule.text}"`, (text) => `${rule.tool}(${text})`)
      : []
  ),
  ...linted.files.flatMap(({ config }) =>
    patternsOf(config).flatMap(({ text, source }) => findingOf(text, source, `the pattern "${text}"`, (meant) => meant))
  )
]

const patternsOf = ({ protectedPaths, unprotectedPaths, secretPaths, notSecretPaths }: PolicyConfig) => [
  ...protectedPaths,
  ...unprotectedPaths,
  ...secretPaths,
  ...notSecretPaths
]

const findingOf = (
  pattern: string,
  source: string,
  what: string,
  written: (text: string) => string
): ReadonlyArray<LintFinding> => {
  const [why, meant] = reasonFor(pattern) ?? []
  if (why === undefined) return []
  const instead = meant === undefined ? "write the path that it stands for" : `write "${written(meant)}"`
  return [
    {
      source,
      level: "warning",
      code: "never-matches",
      message: `${what} is unlikely to match any path: ${why}; ${instead}`
    }
  ]
}

/** Returns the reason why a pattern is unlikely to match, and the intended pattern, if known. */
const reasonFor = (pattern: string): readonly [why: string, meant?: string] | undefined => {
  if (/^\s|\s$/.test(pattern)) return ["blanks at its ends are part of it", pattern.trim()]
  const quoted = /^(["'])(.+)\1$/s.exec(pattern)?.[2]
  if (quoted !== undefined) return ["its quotes are part of it", quoted]
  if (/^\$\w|\$\{/.test(pattern)) return ["no variable is replaced in it"]
  if (/^~[^/]/.test(pattern)) return ['only "~/" stands for a home folder']
  const scheme = /^file:\/\/(?=\/)/.exec(pattern)?.[0]
  if (scheme !== undefined) return ["it is compared with paths, and not with addresses", pattern.slice(scheme.length)]
  if (/\\[A-Za-z0-9_]/.test(pattern))
    return ["a backslash escapes the character after it", pattern.replaceAll("\\", "/")]
  return undefined
}
