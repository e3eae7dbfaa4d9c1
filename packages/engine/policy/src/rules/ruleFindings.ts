import type { PermissionRequest, RuleRef } from "@toolgate/core"
import type { Finding } from "../PolicyPart.ts"
import { noObjection } from "../verdict/verdicts.ts"
import type { AllowRules, RuleAnswer } from "./AllowRules.ts"
import type { Obstacle } from "./CommandRules.ts"
import { describeResource, describeWord } from "./describeResource.ts"
import type { HarmlessVariables } from "./HarmlessVariables.ts"
import type { ToolRules } from "./RuleSet.ts"

/** The reason to ask because a part of a command cannot be read. */
export const unreadable: RuleRef = Object.freeze({
  layer: "rules",
  rule: "what cannot be read is asked about",
  source: "built in"
})

/** The reason to ask because a part of a command was not read. */
export const unread: RuleRef = Object.freeze({
  layer: "rules",
  rule: "what is not read is asked about",
  source: "built in"
})

/** Returns the reason why a rule does not fit the calls of a tool that it names. */
export const describeMisfit = ({ rule, problem }: NonNullable<ToolRules["misfit"]>) =>
  `The rule "${rule.rule.text}" cannot be compared with the call: its pattern ${problem}.`

/** Returns a finding for every deny or ask rule that matches. */
export const reportRules = (
  effect: "deny" | "ask",
  set: ToolRules,
  request: PermissionRequest
): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const change = `Remove the rule, or make its pattern narrower.`
  if (set.always !== undefined)
    found.push({ because: set.always.because, effect, said: "The rule applies to every call of the tool.", change })
  if (set.misfit !== undefined)
    found.push({ because: set.misfit.rule.because, effect: "deny", said: describeMisfit(set.misfit), change })
  for (const table of set.tables)
    for (const resource of request.resources)
      for (const rule of new Set(table.matching(resource, request.context.workspace)))
        found.push({ because: rule.because, effect, said: `The rule matches ${describeResource(resource)}.`, change })
  for (const table of set.tables)
    for (const resource of request.resources)
      for (const rule of new Set(resource.kind === "command" ? table.met(resource, request.context.workspace) : [])) {
        const said = `The rule may match a file to which a word expands, in ${describeResource(resource)}.`
        found.push({ because: rule.because, effect: "ask", said, change })
      }
  return found
}

/** Returns findings for the parts that cannot be read, if no rule answers for the call. */
export const reportOpaqueParts = (request: PermissionRequest, allows: AllowRules): ReadonlyArray<Finding> => {
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

/** Returns findings for the parts that were not read, for which no rule answers. */
export const reportUnreadParts = ({ resources }: PermissionRequest): ReadonlyArray<Finding> =>
  resources.flatMap((resource) =>
    resource.kind === "unread"
      ? [
          {
            because: unread,
            effect: "ask" as const,
            said: resource.reason,
            change: "Make several shorter calls instead."
          }
        ]
      : []
  )

/**
 * Returns the finding about an allow rule that answers for a resource. Without such a rule, the finding names the word
 * that prevents a match.
 */
export const reportAnswer = ({ resource, rule, obstacle }: RuleAnswer): Finding => {
  const what = resource === undefined ? "every call of the tool" : describeResource(resource)
  if (rule !== undefined) return { because: rule.because, effect: "allow", said: `The rule answers for ${what}.` }
  const near =
    obstacle === undefined ? "" : ` "${obstacle.rule.rule.text}" does not, because ${wordSaid(obstacle.word)}.`
  return {
    because: noObjection,
    effect: "none",
    said: `No allow rule matches ${what}.${near}`,
    change:
      obstacle === undefined
        ? "Add an allow rule whose pattern matches it."
        : "Leave the word out, or add an allow rule that spells it out."
  }
}

/**
 * Returns findings for the variables that are harmless because the file says so, in commands for which a rule answers.
 */
export const reportVariables = (
  answers: ReadonlyArray<RuleAnswer>,
  harmless: HarmlessVariables
): ReadonlyArray<Finding> =>
  answers.flatMap(({ resource, rule }) =>
    rule === undefined || resource?.kind !== "command"
      ? []
      : resource.assigned.flatMap((variable): ReadonlyArray<Finding> => {
          const entry = harmless.entryFor(variable)
          if (entry === undefined) return []
          const because = { layer: "rules", rule: `harmless_variables ${entry.text}`, source: entry.source }
          return [
            {
              because,
              effect: "allow",
              said: `The command may set "${variable}", which the policy takes for harmless.`
            }
          ]
        })
  )

const wordSaid = ({ word, reason }: Obstacle["word"]) => `${describeWord(word)} ${reason}`

/**
 * Returns the obstacle in words that the model may read. Only a name as plain as those of options and subcommands is
 * quoted, never a value.
 */
export const describeObstacle = ({ word: { name, reason } }: Obstacle): string =>
  name !== undefined && /^-{0,2}\w[\w:.-]{0,40}$/.test(name) ? `"${name}" ${reason}` : `one of its words ${reason}`
