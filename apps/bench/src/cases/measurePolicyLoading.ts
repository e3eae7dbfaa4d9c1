import type { Judge } from "@toolgate/core"
import { DefaultPolicy, type PolicyConfig } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { parse } from "yaml"
import { assertAllRight } from "../assertAllRight.ts"
import type { Family } from "../Case.ts"
import { installed } from "../policy/createRulesPolicy.ts"
import { createPrincipals, requestOf } from "../policy/Question.ts"
import { writeRulesFile } from "../policy/writeRulesFile.ts"
import type { Scale } from "../Scale.ts"

/** Measures loading a file with very many rules of all kinds: parsing, creating the policy, and its first decision. */
export const measurePolicyLoading = async ({ rules }: Scale): Promise<Family> => {
  const { text, tools } = writeRulesFile(rules)
  const read = (): PolicyConfig => Effect.runSync(parsePolicy(text, "toolgate.yaml"))
  const configs = [read()]
  const make = () => DefaultPolicy.make({ configs, tools }, installed)
  const requests = createPrincipals(1, 1).flatMap((principal) => tools.map((tool) => requestOf(tool, principal, [])))
  let judge: Judge = make().judge
  const bare = "yaml, parse of the same text"
  const reading = "parsePolicy"
  const making = "DefaultPolicy.make"
  const first = `the first decision about a tool, each of ${tools.length}`
  const once = { times: 1, rounds: 20 }
  return {
    name: "policy.loading",
    title: `Loading a file with ${rules} rules, ${Math.round(text.length / 1024)} KiB`,
    cases: [
      { ...once, name: bare, run: async () => assertAllRight(countOf(parse(text)), rules) },
      { ...once, name: reading, run: async () => assertAllRight(countOf(read()), rules) },
      { ...once, name: making, run: async () => assertAllRight(make().mayPermit === undefined ? 0 : 1, 1) },
      {
        name: first,
        times: requests.length,
        rounds: 20,
        prepare: () => {
          judge = make().judge
        },
        run: async (times) => {
          let right = 0
          for (const request of requests) if (judge(request).decision !== undefined) right++
          assertAllRight(right, times)
        }
      }
    ],
    figures: (measured) => [
      measured.figure(bare),
      measured.figure(reading, bare),
      measured.figure(making, bare),
      measured.figure(first)
    ],
    notes: () => [
      "The first decision about a tool goes through all rules to find those that apply to the tool. It is made once for each tool."
    ]
  }
}

interface Ruled {
  readonly rules: { readonly deny: ReadonlyArray<unknown>; readonly allow: ReadonlyArray<unknown> }
}

const countOf = ({ rules: { deny, allow } }: Ruled): number => deny.length + allow.length
