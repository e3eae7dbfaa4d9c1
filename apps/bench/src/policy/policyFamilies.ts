import type { Family } from "../Case.ts"
import { measureAskers } from "../cases/measureAskers.ts"
import { measureDecisions } from "../cases/measureDecisions.ts"
import { measurePolicyDispatch } from "../cases/measurePolicyDispatch.ts"
import { measurePolicyLoading } from "../cases/measurePolicyLoading.ts"
import { measurePolicyPeers } from "../cases/measurePolicyPeers.ts"
import { measureShellParsing } from "../cases/measureShellParsing.ts"
import type { Scale } from "../Scale.ts"
import { commands, oneProgram } from "./commands.ts"
import { globs } from "./globs.ts"
import { hosts } from "./hosts.ts"
import { names } from "./names.ts"
import { paths } from "./paths.ts"
import type { RuleKind } from "./RuleKind.ts"
import { redirections } from "./redirections.ts"

type Make = (scale: Scale) => Promise<Family>

const ofKinds = (name: string, title: string, kinds: (scale: Scale) => ReadonlyArray<RuleKind>) =>
  [name, measureDecisions(name, title, kinds)] as const

const both = (kind: (effect: "deny" | "allow") => RuleKind): ReadonlyArray<RuleKind> => [kind("deny"), kind("allow")]

/** The families about the cost of a policy's decision, by name. Each name begins with "policy.". */
export const policyFamilies: ReadonlyArray<readonly [string, Make]> = [
  ofKinds("policy.names", "A decision, rules that name tools", ({ rules }) => both((effect) => names(effect, rules))),
  ofKinds("policy.paths", "A decision, rules with paths", () => both(paths)),
  ofKinds("policy.commands", "A decision, rules with commands", () => [
    ...both(commands),
    ...both(oneProgram),
    redirections
  ]),
  ofKinds("policy.hosts", "A decision, rules with hosts", () => both(hosts)),
  ofKinds("policy.globs", "A decision, the worst case", () => both(globs)),
  ["policy.askers", measureAskers],
  ["policy.shell", measureShellParsing],
  ["policy.peers", measurePolicyPeers],
  ["policy.loading", measurePolicyLoading],
  ["policy.dispatch", measurePolicyDispatch]
]
