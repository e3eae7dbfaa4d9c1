import type { Tool } from "@toolgate/core"

/**
 * Returns the problems of a tool that routes work to an agent or a person. Only direct calls may use such a tool. A tool
 * that escalates runs even after a denial, so it must not have effects.
 */
export const findRoutingProblems = ({
  category,
  escalates,
  callers,
  sideEffects,
  resources,
  implementations
}: Tool): ReadonlyArray<string> => {
  const isEscalation = escalates === true
  const problems: Array<string> = []
  const need = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  need(escalates === undefined || typeof escalates === "boolean", '"escalates" must be true or false, or absent')
  if (isEscalation || category === "routing")
    need(
      listOf(callers).every((caller) => caller === "direct"),
      `a tool ${isEscalation ? "that escalates" : 'of the category "routing"'} takes direct calls alone: ` +
        'leave all but "direct" out of its "callers"'
    )
  if (!isEscalation) return problems
  need(sideEffects === "NONE", "a tool that escalates must have the class NONE, because it runs whatever the answer is")
  need(listOf(resources).length === 0, "a tool that escalates must not have resources: leave them out")
  need(
    listOf(implementations).every((one) => one?.kind === "function"),
    "a tool that escalates must be a function, because only functions get the answer"
  )
  return problems
}

/** Returns a list, or an empty list for another value, which is reported separately. */
const listOf = <One>(list: ReadonlyArray<One>): ReadonlyArray<One> => (Array.isArray(list) ? list : [])
