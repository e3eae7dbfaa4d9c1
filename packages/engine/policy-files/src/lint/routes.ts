import { naturalSandbox } from "@toolgate/policy"
import type { Linted } from "./Linted.ts"
import type { LintFinding } from "./LintFinding.ts"

/** Routes that this machine cannot follow: a sandbox that is not installed, or none that runs what the tool is made of. */
export const routes = ({ files, installed, toolNamed }: Linted): ReadonlyArray<LintFinding> => {
  if (installed === undefined) return []
  return files.flatMap(({ config: { default: fallback, tools } }) =>
    [["default", fallback] as const, ...tools].flatMap(([name, rule]): ReadonlyArray<LintFinding> => {
      if (rule === undefined) return []
      const { source } = rule
      const tool = name === "default" ? undefined : toolNamed(name)
      const sandbox = rule.sandbox ?? (tool === undefined ? undefined : naturalSandbox(tool))
      if (sandbox === undefined) return []
      const runs = installed.get(sandbox)
      const found = (level: LintFinding["level"], message: string) => [
        { source, level, code: "route" as const, message }
      ]
      if (runs === undefined) {
        const absent = `the sandbox "${sandbox}" of ${name === "default" ? "the default" : `tool "${name}"`} is not installed here`
        const there = `there is ${[...installed.keys()].join(", ")}`
        return rule.sandbox === undefined
          ? found("note", `${absent}, so that its calls are denied; ${there}`)
          : found("warning", `${absent}, which stops a gate's start; ${there}`)
      }
      if (tool === undefined || tool.implementations.some(({ kind }) => runs.has(kind))) return []
      const kinds = [...new Set(tool.implementations.map(({ kind }) => kind))].join(", ")
      return found(
        "note",
        `the sandbox "${sandbox}" here cannot run tool "${name}", so that its calls are denied: it is a ${kinds}, and the sandbox runs ${[...runs].join(", ")}`
      )
    })
  )
}
