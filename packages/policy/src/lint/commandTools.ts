import type { RegisteredTool } from "@toolgate/core"
import { runsCommands } from "../declarations.ts"
import type { Rule } from "../PolicyConfig.ts"
import type { Linted, LintedFile } from "./Linted.ts"

/** The tools of a rule that take commands. */
export const commandTools = (rule: Rule, { matches }: LintedFile, { tools }: Linted): ReadonlyArray<RegisteredTool> =>
  tools.filter((tool) => runsCommands(tool) && matches({ text: rule.tool }, tool))
