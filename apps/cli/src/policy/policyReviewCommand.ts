import { loadPolicy, ReviewFolder, type TriedRule, tryRules, type WaitingRule } from "@toolgate/policy-files"
import { validator } from "@toolgate/registry"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { openTerminal, readTypedLine } from "../asking/readTypedLine.ts"
import { noCatalogue } from "../catalogue/catalogueFlags.ts"
import { json } from "../flags/globalFlags.ts"
import { switchFlag } from "../flags/switchFlag.ts"
import { replaceText } from "../replaceText.ts"
import { Screen } from "../Screen.ts"
import { Stop } from "../Stop.ts"
import { escapeInvisible, formatJsonLine } from "../text/escapeForTerminal.ts"
import { knowNamed } from "../toolbox/knowNamed.ts"
import { noToolboxSettings } from "../toolbox/toolboxFlags.ts"
import { toolFiles } from "../tools/toolFiles.ts"
import { Unsuccessful } from "../Unsuccessful.ts"
import { WrongUse } from "../WrongUse.ts"
import * as PolicyPorts from "./policyPorts.ts"
import { type ReviewedPolicy, readReviewedPolicy } from "./readReviewedPolicy.ts"
import { reviewFolder } from "./reviewFolder.ts"
import { buildRulesJson, formatPolicyDiff, listText, paintDiff } from "./reviewText.ts"

const numbersFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("N"), Flag.withDescription(description), Flag.atLeast(0))

const policy = Flag.String("policy").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "The policy file to add rules to; repeat as for a call: the file that asks gets the rule; default: yours"
  ),
  Flag.atLeast(0)
)

/** The command `toolgate policy review`, which lists the rules that people suggested, and adds them to a policy. */
export const policyReviewCommand = Command.make("review", {
  policy,
  apply: numbersFlag("apply", "Add the rule of this number; repeat for others, or separate numbers by commas"),
  all: switchFlag("all", "Add every rule that can be added"),
  discard: numbersFlag("discard", "Drop the rule of this number; repeat for others, or separate numbers by commas"),
  tools: toolFiles,
  json
}).pipe(
  Command.withDescription(
    [
      'Review the rules that people suggested by answering "always": list them, show how they change the policy file, and add',
      "those that you choose. A rule that waits has no effect.",
      "",
      "At a terminal, you choose from the list, see the change, and confirm it. Elsewhere, rules are only listed, unless",
      "--apply or --all names some, which are then added without a question.",
      "",
      "A rule is added only if the policy with it is valid and allows the call for which the rule was suggested, brings no",
      'warning of "policy lint" that was not there, and lets no test of the file fail that passed. The rest of the file stays',
      "as it is.",
      "",
      "Exit status: 0 done, 1 a chosen rule was not added, 2 the command line or the policy is invalid."
    ].join("\n  ")
  ),
  Command.withShortDescription("Review suggested rules, and add them to a policy"),
  Command.withExamples([
    { command: "toolgate policy review", description: "Choose from the rules that wait for your own policy" },
    { command: "toolgate policy review --policy toolgate.yaml --apply 1,3", description: "Add two rules to a file" }
  ]),
  Command.withHandler((given) =>
    Effect.gen(function* () {
      const screen = yield* Screen
      const folder = new ReviewFolder(reviewFolder())
      const { waiting, faults } = yield* Effect.mapError(folder.list, ({ message }) => new WrongUse({ message }))
      for (const fault of faults)
        yield* screen.notice(`toolgate: A suggestion is left out. ${escapeInvisible(fault)}.\n`)
      const reviewed = yield* readReviewedPolicy(given.policy)
      const suggested = waiting.map((one) => JSON.stringify(one.suggested))
      const configs = yield* loadPolicy(reviewed.paths, { texts: reviewed.texts })
      yield* knowNamed([...reviewed.texts.values(), ...suggested], configs, noToolboxSettings)
      const { rules } = yield* tryRules(waiting, reviewed, yield* validator)
      if (!given.json) yield* screen.result(listText(rules))
      const isAsked = !given.json && screen.isTerminal.stderr && process.stdin.isTTY === true
      const chosen = yield* chosenOf(given, rules, isAsked)
      const { diff, added, problem } = yield* applied(chosen.apply, reviewed, { isAsked, isShown: !given.json })
      // The same rule may be suggested for several folders.
      const done = waiting.filter((one) => chosen.discard.includes(one) || added.includes(one.suggested.rule))
      for (const { id } of done) yield* Effect.mapError(folder.remove(id), ({ message }) => new WrongUse({ message }))
      if (given.json)
        yield* screen.result(
          formatJsonLine({
            rules: buildRulesJson(rules),
            diff,
            added,
            discarded: chosen.discard.map(ruleOf),
            problem: problem ?? null
          })
        )
      else if (chosen.discard.length > 0)
        yield* screen.notice(`Discarded: ${escapeInvisible(chosen.discard.map(ruleOf).join(", "))}.\n`)
      if (problem === undefined) return
      if (!given.json) yield* screen.notice(`toolgate: ${escapeInvisible(problem)}\n`)
      return yield* new Unsuccessful({ exitStatus: 1 })
    }).pipe(Effect.provide(PolicyPorts.layer({ ...noCatalogue, ...noToolboxSettings, tools: given.tools })))
  )
)

const ruleOf = ({ suggested }: WaitingRule): string => suggested.rule

interface Chosen {
  readonly apply: ReadonlyArray<WaitingRule>
  readonly discard: ReadonlyArray<WaitingRule>
}

/** Returns the rules that the flags choose, or that a person chooses at the terminal if no flag does. */
const chosenOf = Effect.fnUntraced(function* (
  given: { readonly apply: ReadonlyArray<string>; readonly all: boolean; readonly discard: ReadonlyArray<string> },
  rules: ReadonlyArray<TriedRule>,
  isAsked: boolean
) {
  const all = rules.flatMap(({ waiting, added }) => (added === undefined ? [] : [waiting]))
  const discard = yield* numbered(given.discard, rules)
  if (given.all) return { apply: all.filter((one) => !discard.includes(one)), discard } satisfies Chosen
  const isNamed = given.apply.length + given.discard.length > 0
  const typed =
    isNamed || !isAsked || all.length === 0 ? undefined : yield* asked('Add which? [numbers, "all", or none] ')
  if (typed?.trim() === "all") return { apply: all, discard } satisfies Chosen
  const apply = yield* numbered(
    typed === undefined ? given.apply : typed.split(/[\s,]+/).filter((one) => one !== ""),
    rules
  )
  const both = apply.find((one) => discard.includes(one))
  if (both !== undefined)
    return yield* new WrongUse({
      message: `The rule ${JSON.stringify(ruleOf(both))} cannot be both added and discarded.`
    })
  return { apply, discard } satisfies Chosen
})

const numbered = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, rules: ReadonlyArray<TriedRule>) {
  const found: Array<WaitingRule> = []
  for (const text of texts.flatMap((one) => one.split(",").map((number) => number.trim()))) {
    const rule = /^[1-9]\d{0,3}$/.test(text) ? rules[Number(text) - 1] : undefined
    if (rule === undefined)
      return yield* new WrongUse({
        message: `Unknown rule ${JSON.stringify(text)}: the list has ${rules.length === 1 ? "1 rule" : `${rules.length} rules`}.`
      })
    if (!found.includes(rule.waiting)) found.push(rule.waiting)
  }
  return found
})

/** Asks at the terminal. Returns nothing if the command must end. */
const asked = Effect.fnUntraced(function* (prompt: string) {
  const screen = yield* Screen
  const { signal } = yield* Stop
  return yield* Effect.promise(async () => {
    const input = openTerminal()
    try {
      return (await readTypedLine(screen, input, prompt, signal)) ?? ""
    } finally {
      input.destroy()
    }
  })
})

/** Adds rules to policy files, all or none. Returns the diff, the rules, and the reason if none were added. */
const applied = Effect.fnUntraced(function* (
  chosen: ReadonlyArray<WaitingRule>,
  reviewed: ReviewedPolicy,
  { isAsked, isShown }: { readonly isAsked: boolean; readonly isShown: boolean }
) {
  const screen = yield* Screen
  const without = (problem: string | undefined, diff: string | null = null) => ({
    diff,
    added: [] as ReadonlyArray<string>,
    problem
  })
  if (chosen.length === 0) return without(undefined)
  const { rules, texts, worse } = yield* tryRules(chosen, reviewed, yield* validator)
  const refused = rules.filter(({ added }) => added === undefined)
  if (refused.length > 0)
    return without(
      `Nothing was written. ${refused.map(({ waiting, none }) => `The rule ${JSON.stringify(ruleOf(waiting))} cannot be added, because the call ${none}.`).join(" ")}`
    )
  if (worse.length > 0) return without(`Nothing was written, because the policy would be worse. ${worse.join(" ")}`)
  const diff = formatPolicyDiff(reviewed, texts)
  if (isShown) yield* isAsked ? screen.painted(paintDiff(diff)) : screen.result(diff)
  if (isAsked && !/^\s*(?:y|yes)\s*$/i.test(yield* asked("Write this? [y/N] ")))
    return without("Nothing was written.", diff)
  const added: Array<string> = []
  for (const [path, text] of texts) {
    const before = reviewed.read.get(path)
    if (before === text) continue
    const fault = yield* Effect.promise(() => replaceText(path, before, text))
    if (fault !== undefined) return { diff, added, problem: `The policy ${JSON.stringify(path)} ${fault}.` }
    added.push(...rules.flatMap((one) => (one.added?.path === path ? [ruleOf(one.waiting)] : [])))
    if (isShown) yield* screen.notice(`Wrote ${JSON.stringify(path)}.\n`)
  }
  return { diff, added, problem: undefined }
})
