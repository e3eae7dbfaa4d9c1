import { type SideEffect, sideEffectClasses, sideEffects, type Tool } from "@toolgate/core"
import { formatLiteral } from "./formatLiteral.ts"

/**
 * Returns the problems of the declared side effects. The effects imply a minimum class, because a tool with a lower class
 * would pass policies that judge by class.
 */
export const findEffectProblems = (tool: Pick<Tool, "sideEffects" | "effects">): ReadonlyArray<string> => {
  if (!Array.isArray(tool.effects)) return ['"effects" must be a list']
  const problems: Array<string> = []
  const declared = sideEffectClasses.indexOf(tool.sideEffects)
  if (declared === -1) problems.push(classProblem(tool.sideEffects))
  for (const effect of tool.effects) {
    if (!isEffect(effect)) {
      problems.push(
        `the effect ${formatLiteral(effect)} is unknown; write one of ${Object.keys(sideEffects).join(", ")}`
      )
      continue
    }
    const least = sideEffects[effect]
    if (declared !== -1 && declared < sideEffectClasses.indexOf(least))
      problems.push(`the effect "${effect}" needs at least the class ${least}, and ${tool.sideEffects} is declared`)
    // A policy that denies EXECUTE would miss a code-running tool of another class.
    if (least === "EXECUTE" && tool.sideEffects === "NETWORK")
      problems.push(`the effect "${effect}" needs the class EXECUTE, which covers NETWORK, and NETWORK is declared`)
  }
  if (tool.effects.includes("read_only") && tool.effects.some((effect) => effect !== "read_only"))
    problems.push('the effect "read_only" cannot be combined with another one')
  return problems
}

const classProblem = (sideEffects: unknown): string =>
  sideEffects === undefined
    ? `"sideEffects" is missing: say the most that a call is able to do, one of ${sideEffectClasses.join(", ")}`
    : `"sideEffects" must be one of ${sideEffectClasses.join(", ")}, not ${formatLiteral(sideEffects)}`

const isEffect = (effect: unknown): effect is SideEffect =>
  typeof effect === "string" && Object.hasOwn(sideEffects, effect)
