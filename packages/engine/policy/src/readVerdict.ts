import type { Denied, GrantBounds, Judge, RuleRef, Verdict } from "@toolgate/core"
import { faultOfBounds, isRecord, strayMember } from "./boundsFault.ts"
import { deny, noOpinion, unopposed } from "./verdicts.ts"

/**
 * Reads what an app's own judge answered, each member once, and makes a denial of an answer that is none of the three verdicts.
 * A promise of one is none: a judge answers at once. So is an allow or an ask with a member that nobody knows, because it may have
 * been a condition or a bound.
 */
export const readVerdict = (answer: unknown): Verdict => {
  if (answer === noOpinion) return noOpinion
  try {
    return read(answer)
  } catch {
    // Only a getter, a proxy, or bounds that are no data get here.
    return noVerdict("")
  }
}

const read = (answer: unknown): Verdict => {
  if (!isRecord(answer)) return noVerdict("")
  const { decision, because: given, bounds, why, covers = "call", refusal } = answer
  const because = readRule(given)
  if (because === undefined || typeof decision !== "string" || !Object.hasOwn(membersOf, decision)) return noVerdict("")
  if (decision === "deny")
    return typeof why === "string"
      ? { ...deny(because, why), ...(isRefusal(refusal) ? { refusal } : {}) }
      : noVerdict("")
  if (!isRecord(bounds) || (decision === "ask" && typeof why !== "string")) return noVerdict("")
  const stray = strayMember(answer, membersOf[decision as keyof typeof membersOf])
  if (stray !== undefined) return noVerdict(`: it has ${JSON.stringify(stray)}, which means nothing there`)
  const copied = copyOf(bounds)
  const fault = faultOfBounds(copied)
  if (fault !== undefined) return noVerdict(`: its bounds ${fault}`)
  const held = copied as GrantBounds
  if (decision === "allow") return { decision, because, bounds: held }
  if (covers !== "call" && covers !== "tool") return noVerdict(': it covers neither a "call" nor a "tool"')
  return { decision: "ask", because, why: why as string, bounds: held, covers }
}

/** The judge, with its answers read as those of an app's own; a judge of this package as it stands. */
export const readJudge = (judge: Judge): Judge => (sound.has(judge) ? judge : (request) => readVerdict(judge(request)))

/** Marks a judge whose answers need no reading, because it has read those of others. */
export const soundJudge = (judge: Judge): Judge => {
  sound.add(judge)
  return judge
}

const sound = new WeakSet<Judge>()

const membersOf = {
  allow: new Set(["decision", "because", "bounds"]),
  ask: new Set(["decision", "because", "bounds", "why", "covers"]),
  deny: new Set<string>()
}

const readRule = (given: unknown): RuleRef | undefined => {
  if (given === unopposed) return unopposed
  if (!isRecord(given)) return undefined
  const { layer, rule, source } = given
  return { layer: String(layer), rule: String(rule), source: String(source) }
}

const isRefusal = (given: unknown): given is NonNullable<Denied["refusal"]> =>
  given === "PolicyDenied" || given === "FileDenied" || given === "SandboxUnavailable"

// Plain data, or nothing that a grant could be made of.
const copyOf = (bounds: object): Readonly<Record<string, unknown>> => structuredClone({ ...bounds })

const noVerdict = (problem: string): Denied =>
  deny(
    { layer: "policy", rule: "a judge answers with a verdict", source: "built in" },
    `A judge answered with no verdict${problem}.`
  )
