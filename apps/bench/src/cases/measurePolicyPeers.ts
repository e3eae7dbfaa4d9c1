import type { Case, Family } from "../Case.ts"
import { createRulesPolicy } from "../policy/createRulesPolicy.ts"
import { decideStream } from "../policy/decideStream.ts"
import { names } from "../policy/names.ts"
import { paths } from "../policy/paths.ts"
import { convertRules } from "../policy/peers/convertRules.ts"
import type { RuleKind } from "../policy/RuleKind.ts"
import type { Scale } from "../Scale.ts"

/** The number of roles, each with one denied tool. */
const roles = 10

/** Measures the same rules and requests in other policy engines. */
export const measurePolicyPeers = async ({ rules: most }: Scale): Promise<Family> => {
  const ours = "DefaultPolicy"
  const kinds = [names("deny", most), paths("deny")]
  // Loads the peers only here, because that takes a second.
  const peers = await Promise.all([
    import("../policy/peers/casl.ts").then(({ casl }) => casl),
    import("../policy/peers/casbin.ts").then(({ casbin }) => casbin),
    import("../policy/peers/cedar.ts").then(({ cedar }) => cedar)
  ])
  const nameOf = (who: string, kind: RuleKind, rules: number) =>
    `${who}, ${kind.name}, ${rules === 1 ? "1 rule" : `${rules} rules`}`
  const sizes = [1, 100, most]
  const cases: Array<Case> = []
  for (const kind of kinds)
    for (const rules of sizes) {
      const stream = kind.stream(rules, roles)
      cases.push({
        name: nameOf(ours, kind, rules),
        run: decideStream(createRulesPolicy(kind, rules, roles).judge, stream)
      })
      for (const { name, open } of peers) {
        const allows = await open(convertRules(kind, rules, roles))
        const decides = (request: (typeof stream)[number]["request"]) => (allows(request) ? allowed : denied)
        cases.push({ name: nameOf(name, kind, rules), rounds: 20, run: decideStream(decides, stream) })
      }
    }
  return {
    name: "policy.peers",
    title: `The same rules elsewhere, ${roles} roles`,
    cases,
    figures: (measured) =>
      kinds.flatMap((kind) =>
        sizes.flatMap((rules) => [
          measured.figure(nameOf(ours, kind, rules)),
          ...peers.map(({ name }) => measured.figure(nameOf(name, kind, rules), nameOf(ours, kind, rules)))
        ])
      ),
    notes: () => peers.map(({ name, how }) => `${name}: ${how}`)
  }
}

const allowed = { decision: "allow" } as const
const denied = { decision: "deny" } as const
