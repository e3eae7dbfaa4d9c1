import type { Family } from "../Case.ts"
import { askers } from "../cases/askers.ts"
import { decisions } from "../cases/decisions.ts"
import { policyDispatch } from "../cases/policyDispatch.ts"
import { policyLoading } from "../cases/policyLoading.ts"
import { policyPeers } from "../cases/policyPeers.ts"
import { shellParsing } from "../cases/shellParsing.ts"
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
  [name, decisions(name, title, kinds)] as const

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
  ["policy.askers", askers],
  ["policy.shell", shellParsing],
  ["policy.peers", policyPeers],
  ["policy.loading", policyLoading],
  ["policy.dispatch", policyDispatch]
]
