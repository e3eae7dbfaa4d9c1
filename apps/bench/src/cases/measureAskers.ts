import type { Case, Family } from "../Case.ts"
import { createBareTable } from "../policy/createBareTable.ts"
import { createRulesPolicy } from "../policy/createRulesPolicy.ts"
import { decideForNewPrincipals, decideStream } from "../policy/decideStream.ts"
import { names } from "../policy/names.ts"
import type { Scale } from "../Scale.ts"
import { bareLookUp } from "../targets.ts"

/**
 * Measures decisions for different askers: one agent, many agents in turn, and a new principal per call. Each is
 * compared with a table.
 */
export const measureAskers = async ({ rules, roles }: Scale): Promise<Family> => {
  const kind = names("deny", rules)
  const { judge } = createRulesPolicy(kind, rules, roles)
  const stream = kind.stream(rules, roles)
  const table = createBareTable(stream)
  const ofOne = kind.stream(rules, roles, 1)
  const ofOneTable = createBareTable(ofOne)
  const many: ReadonlyArray<readonly [string, Case["run"], Case["run"]]> = [
    ["one agent", decideStream(judge, ofOne), decideStream(ofOneTable, ofOne)],
    ["64 agents in turn", decideStream(judge, stream), decideStream(table, stream)],
    ["a principal made for each call", decideForNewPrincipals(judge, stream), decideForNewPrincipals(table, stream)]
  ]
  const nameOf = (what: string, who: string) => `${what}, ${who}`
  return {
    name: "policy.askers",
    title: `A decision: who asks, ${rules} rules by name and ${roles} roles`,
    cases: many.flatMap(
      ([what, ours, bare]): ReadonlyArray<Case> => [
        { name: nameOf(what, "DefaultPolicy"), run: ours },
        { name: nameOf(what, "a table"), run: bare }
      ]
    ),
    figures: (measured) =>
      many.flatMap(([what]) => [
        measured.figure(nameOf(what, "a table")),
        measured.figure(nameOf(what, "DefaultPolicy"), nameOf(what, "a table"), bareLookUp)
      ]),
    notes: () => [
      "With a principal made for each call, the request, its context and its principal are copied within the measured time, for the table as well. A gate makes such a copy if the call names a role."
    ]
  }
}
