import type { Denied, GrantBounds, Judge, RuleRef, Verdict } from "@toolgate/core"
import { findBoundsFault, findStrayMember, isRecord } from "./findBoundsFault.ts"
import { deny, noObjection, noOpinion } from "./verdicts.ts"

/**
 * Validates the verdict of an app's own judge, and reads each member once. An answer that is not a verdict becomes a
 * denial. A promise of a verdict is not a verdict, because a judge answers synchronously. An allow or an ask with an
 * unknown member is not a verdict either, because the member may be a condition or a bound.
 */
export const readVerdict = (answer: unknown): Verdict => {
  if (answer === noOpinion) return noOpinion
  try {
    return read(answer)
  } catch {
    // Only a getter, a proxy, or bounds that cannot be cloned throw.
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
  const stray = findStrayMember(answer, membersOf[decision as keyof typeof membersOf])
  if (stray !== undefined) return noVerdict(`: the answer has the unknown member ${JSON.stringify(stray)}`)
  const copied = copyOf(bounds)
  const fault = findBoundsFault(copied)
  if (fault !== undefined) return noVerdict(`: the bounds ${fault}`)
  const held = copied as GrantBounds
  if (decision === "allow") return { decision, because, bounds: held }
  if (covers !== "call" && covers !== "host" && covers !== "tool")
    return noVerdict(': "covers" is not "call", "host" or "tool"')
  return { decision: "ask", because, why: why as string, bounds: held, covers }
}

/**
 * Returns a judge that validates the answers of an app's own judge. A judge that `markValidated` has marked is returned
 * unchanged.
 */
export const readJudge = (judge: Judge): Judge =>
  validated.has(judge) ? judge : (request) => readVerdict(judge(request))

/** Marks a judge whose answers need no validation, and returns the judge. */
export const markValidated = (judge: Judge): Judge => {
  validated.add(judge)
  return judge
}

const validated = new WeakSet<Judge>()

const membersOf = {
  allow: new Set(["decision", "because", "bounds"]),
  ask: new Set(["decision", "because", "bounds", "why", "covers"]),
  deny: new Set<string>()
}

const readRule = (given: unknown): RuleRef | undefined => {
  if (given === noObjection) return noObjection
  if (!isRecord(given)) return undefined
  const { layer, rule, source } = given
  return { layer: String(layer), rule: String(rule), source: String(source) }
}

const isRefusal = (given: unknown): given is NonNullable<Denied["refusal"]> =>
  given === "PolicyDenied" || given === "FileDenied" || given === "SandboxUnavailable"

// The copy holds plain data only: `structuredClone` throws for everything else.
const copyOf = (bounds: object): Readonly<Record<string, unknown>> => structuredClone({ ...bounds })

const noVerdict = (problem: string): Denied =>
  deny(
    { layer: "policy", rule: "a judge returns a verdict", source: "built in" },
    `A judge returned an invalid verdict${problem}.`
  )
