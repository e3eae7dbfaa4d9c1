import type { TriedRule } from "@toolgate/policy-files"
import { createTwoFilesPatch } from "diff"
import type { StyledText } from "../Screen.ts"
import { escapeInvisible } from "../text/escapeForTerminal.ts"
import type { ReviewedPolicy } from "./readReviewedPolicy.ts"

/** Returns the list of the rules that wait, with numbers. */
export const listText = (rules: ReadonlyArray<TriedRule>): string => {
  if (rules.length === 0) return "No rule waits for review.\n"
  return rules.map((rule, at) => `${at + 1}. ${entryText(rule)}`).join("")
}

const entryText = ({ waiting: { suggested }, added, none }: TriedRule): string => {
  const { rule, workspace, principal, by, from, last, times, why } = suggested
  const who = [by, from].filter((one) => one !== undefined).join(", ")
  const often = times === 1 ? "once" : `${times} times, the last time`
  return [
    escapeInvisible(added?.rule ?? rule),
    `   suggested ${often} at ${new Date(last).toISOString()}${who === "" ? "" : ` by ${escapeInvisible(who)}`}`,
    `   for agent ${escapeInvisible(JSON.stringify(principal.agent))} in ${escapeInvisible(workspace)}`,
    `   asked because: ${escapeInvisible(why)}`,
    added === undefined
      ? `   cannot be added, because the call ${escapeInvisible(none ?? "")}`
      : `   would go into ${escapeInvisible(added.path)}`,
    ""
  ].join("\n")
}

/** Returns the rules for a program, with the numbers of the list. */
export const buildRulesJson = (rules: ReadonlyArray<TriedRule>) =>
  rules.map(({ waiting: { suggested }, added, none }, at) => {
    const { rule, tool, workspace, principal, why, because, question, by, from, first, last, times } = suggested
    return {
      number: at + 1,
      rule,
      tool,
      workspace,
      agent: principal.agent,
      why,
      because,
      question,
      by: by ?? null,
      from: from ?? null,
      first: new Date(first).toISOString(),
      last: new Date(last).toISOString(),
      times,
      adds: added?.rule ?? null,
      file: added?.path ?? null,
      none: none ?? null
    }
  })

/** Returns the changes to the files of a policy, as one unified diff. */
export const formatPolicyDiff = ({ read }: ReviewedPolicy, texts: ReadonlyMap<string, string>): string =>
  [...texts]
    .flatMap(([path, text]) => {
      const before = read.get(path)
      if (before === text) return []
      const from = before === undefined ? "/dev/null" : path
      return [
        createTwoFilesPatch(from, path, before ?? "", text, undefined, undefined, { context: 3 }).replace(
          /^(?:Index: .*\n)?=+\n/,
          ""
        )
      ]
    })
    .join("")

/** Returns a diff in colours with every character visible. */
export const paintDiff = (diff: string): ReadonlyArray<StyledText> =>
  diff
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => ({ text: `${escapeInvisible(line)}\n`, ...styleOf(line) }))

const styleOf = (line: string): Pick<StyledText, "style"> => {
  if (/^(?:---|\+\+\+|@@)/.test(line)) return { style: "dim" }
  return line.startsWith("+") ? { style: "green" } : line.startsWith("-") ? { style: "red" } : {}
}
