import type { RegisteredTool } from "@toolgate/core"
import type { Rule } from "../PolicyConfig.ts"
import type { Linted, LintedFile } from "./Linted.ts"

/** The tools of a rule that take commands. */
export const commandTools = (rule: Rule, { matches }: LintedFile, { tools }: Linted): ReadonlyArray<RegisteredTool> =>
  tools.filter(
    (tool) =>
      tool.resources.some(({ kind }) => kind === "shell" || kind === "argv") && matches({ text: rule.tool }, tool)
  )
