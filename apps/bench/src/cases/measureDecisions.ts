import type { Verdict } from "@toolgate/core"
import type { Case, Family } from "../Case.ts"
import type { Figure } from "../Figure.ts"
import type { Measured } from "../Measured.ts"
import { createBareTable } from "../policy/createBareTable.ts"
import { createRulesPolicy } from "../policy/createRulesPolicy.ts"
import { decideStream } from "../policy/decideStream.ts"
import type { Question } from "../policy/Question.ts"
import type { RuleKind } from "../policy/RuleKind.ts"
import type { Scale } from "../Scale.ts"
import { bareLookUp, manyRules } from "../targets.ts"

/**
 * Returns a function that measures decisions of `DefaultPolicy` for each kind of rule, with few and many rules and
 * roles, compared with handwritten code.
 */
export const measureDecisions =
  (
    name: string,
    title: string,
    kindsOf: (scale: Scale) => ReadonlyArray<RuleKind>
  ): ((scale: Scale) => Promise<Family>) =>
  async (scale) => {
    const kinds = kindsOf(scale).map((kind) => casesOf(kind, scale))
    return {
      name,
      title,
      cases: kinds.flatMap(({ cases }) => cases),
      figures: (measured) => kinds.flatMap(({ figures }) => figures(measured))
    }
  }

interface KindCases {
  readonly cases: ReadonlyArray<Case>
  readonly figures: (measured: Measured) => ReadonlyArray<Figure>
}

const casesOf = (kind: RuleKind, { rules: most, roles: mostRoles }: Scale): KindCases => {
  const cases: Array<Case> = []
  const figures: Array<(measured: Measured) => Figure> = []
  const rounds = kind.slow === true ? { rounds: 10 } : {}
  const add = (what: string, run: Case["run"]): string => {
    const name = `${kind.name}: ${what}`
    cases.push({ name, run, ...rounds })
    return name
  }
  const show = (name: string, to?: string, atMost?: number) =>
    figures.push((measured) => measured.figure(name, to, kind.slow === true ? undefined : atMost))

  const one = add("1 rule", decideStream(createRulesPolicy(kind, 1, 1).judge, kind.stream(1, 1)))
  show(one)
  const fewStream = kind.stream(1, 1)
  const few = withoutPolicy(kind, 1, fewStream).byHand
  const handOne = few === undefined ? undefined : add("by hand, 1 rule", decideStream(few, fewStream))
  if (handOne !== undefined) show(handOne)
  const hundred = add("100 rules", decideStream(createRulesPolicy(kind, 100, 1).judge, kind.stream(100, 1)))
  show(hundred, one)
  for (const roles of [1, mostRoles]) {
    const { judge } = createRulesPolicy(kind, most, roles)
    const stream = kind.stream(most, roles)
    const counts = roles === 1 ? `${most} rules` : `${most} rules, ${roles} roles`
    const many = add(counts, decideStream(judge, stream))
    show(many, one, manyRules)
    const { standing, byHand } = withoutPolicy(kind, most, stream)
    const table = add(`a table for ${counts}`, decideStream(createBareTable(standing), standing))
    show(table)
    if (byHand === undefined) show(many, table, bareLookUp)
    else {
      const hand = add(`by hand, ${counts}`, decideStream(byHand, stream))
      show(hand, handOne)
      show(many, hand, bareLookUp)
      show(many, table)
    }
  }
  return { cases, figures: (measured) => figures.map((figure) => figure(measured)) }
}

/**
 * Returns the work without a policy. `standing` is a table of tools and roles; `byHand` also looks up the resources of
 * the call.
 */
const withoutPolicy = (kind: RuleKind, rules: number, stream: ReadonlyArray<Question>) => {
  const matches = kind.byHand?.(rules)
  if (matches === undefined) return { standing: stream, byHand: undefined }
  const decision: Verdict["decision"] = kind.effect === "deny" ? "allow" : "ask"
  const standing = stream.map(({ request }): Question => ({ request, decision }))
  const table = createBareTable(standing)
  return {
    standing,
    byHand: (request: Question["request"]): Verdict => {
      const stands = table(request)
      return stands.decision === "deny" ? stands : (matches(request) ?? stands)
    }
  }
}
