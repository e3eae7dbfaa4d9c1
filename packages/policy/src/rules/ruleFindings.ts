import type { PermissionRequest, Resource, RuleRef } from "@toolgate/core"
import type { Finding } from "../PolicyPart.ts"
import { unopposed } from "../verdicts.ts"
import type { AllowRules } from "./AllowRules.ts"
import type { CompiledRule } from "./CompiledRule.ts"
import { describeResource } from "./describeResource.ts"
import type { ToolRules } from "./RuleSet.ts"

/** What stands for the rule where a part of a command cannot be read. */
export const unreadable: RuleRef = Object.freeze({
  layer: "rules",
  rule: "what cannot be read is asked about",
  source: "built in"
})

/** What stands for the rule where a part of a command was not read. */
export const unread: RuleRef = Object.freeze({
  layer: "rules",
  rule: "what is not read is asked about",
  source: "built in"
})

/** Why a rule cannot be held against the calls of a tool that it names. */
export const misfitSaid = ({ rule, problem }: NonNullable<ToolRules["misfit"]>) =>
  `The rule "${rule.rule.text}" cannot be held against the call: its pattern ${problem}.`

/** Every deny or ask rule that matches. */
export const ruleFindings = (
  effect: "deny" | "ask",
  set: ToolRules,
  request: PermissionRequest
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const change = `Take the rule out, or make its pattern narrower.`
  if (set.always !== undefined)
    found.push({ because: set.always.because, effect, said: "The rule is about every call of the tool.", change })
  if (set.misfit !== undefined)
    found.push({ because: set.misfit.rule.because, effect: "deny", said: misfitSaid(set.misfit), change })
  for (const table of set.tables)
    for (const resource of request.resources)
      for (const rule of new Set(table.matching(resource, request.context.workspace)))
        found.push({ because: rule.because, effect, said: `The rule matches ${describeResource(resource)}.`, change })
  return found
}

/** The parts that cannot be read, where no rule answers for them. */
export const opaqueFindings = (request: PermissionRequest, allows: AllowRules): ReadonlyArray<Finding> => {
  if (allows.answer(request) !== undefined) return []
  return request.resources.flatMap((resource) =>
    resource.kind === "opaque"
      ? [
          {
            because: unreadable,
            effect: "ask" as const,
            said: resource.reason,
            change: "Write the command so that all of it can be read: without variables, expansions and substitutions."
          }
        ]
      : []
  )
}

/** The parts that were not read, for which no rule answers. */
export const unreadFindings = ({ resources }: PermissionRequest): ReadonlyArray<Finding> =>
  resources.flatMap((resource) =>
    resource.kind === "unread"
      ? [
          {
            because: unread,
            effect: "ask" as const,
            said: resource.reason,
            change: "Make several shorter calls of it."
          }
        ]
      : []
  )

/** An allow rule held against a resource, or that there is none. */
export const answerFinding = (resource: Resource | undefined, rule: CompiledRule | undefined): Finding => {
  const what = resource === undefined ? "every call of the tool" : describeResource(resource)
  return rule === undefined
    ? {
        because: unopposed,
        effect: "none",
        said: `No allow rule matches ${what}.`,
        change: "Add an allow rule whose pattern matches it."
      }
    : { because: rule.because, effect: "allow", said: `The rule answers for ${what}.` }
}
