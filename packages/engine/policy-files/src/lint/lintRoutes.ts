import { chooseSandbox } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/**
 * Returns findings about tools that cannot run on this machine, because their sandbox is not installed or cannot run
 * any of their implementations.
 */
export const lintRoutes = ({ files, installed, toolNamed }: Linted): ReadonlyArray<LintFinding> => {
  if (installed === undefined) return []
  return files.flatMap(({ config: { default: fallback, tools } }) =>
    [["default", fallback] as const, ...tools].flatMap(([name, rule]): ReadonlyArray<LintFinding> => {
      if (rule === undefined) return []
      const { source } = rule
      const tool = name === "default" ? undefined : toolNamed(name)
      const sandbox = rule.sandbox ?? (tool === undefined ? undefined : chooseSandbox(tool))
      if (sandbox === undefined) return []
      const runs = installed.get(sandbox)
      const found = (level: LintFinding["level"], message: string) => [
        { source, level, code: "route" as const, message }
      ]
      if (runs === undefined) {
        const absent = `the sandbox "${sandbox}" of ${name === "default" ? "the default" : `tool "${name}"`} is not installed on this machine`
        const there = `installed: ${[...installed.keys()].join(", ")}`
        return rule.sandbox === undefined
          ? found("note", `${absent}, so its calls are denied; ${there}`)
          : found("warning", `${absent}, so a gate will not start; ${there}`)
      }
      if (tool === undefined || tool.implementations.some(({ kind }) => runs.has(kind))) return []
      const kinds = [...new Set(tool.implementations.map(({ kind }) => kind))].join(", ")
      return found(
        "note",
        `the sandbox "${sandbox}" on this machine cannot run tool "${name}", so its calls are denied; the tool has: ${kinds}; the sandbox runs: ${[...runs].join(", ")}`
      )
    })
  )
}
