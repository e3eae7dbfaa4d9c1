import type { ToolDefinition } from "@toolgate/core"
import type { Rule } from "@toolgate/policy"
import { runsCommands } from "@toolgate/policy"
import type { Linted, LintedFile } from "./Linted.ts"

/** Filters the tools of a rule down to those that run commands. */
export const filterCommandTools = (
  rule: Rule,
  { matches }: LintedFile,
  { tools }: Linted
): ReadonlyArray<ToolDefinition> => tools.filter((tool) => runsCommands(tool) && matches({ text: rule.tool }, tool))
