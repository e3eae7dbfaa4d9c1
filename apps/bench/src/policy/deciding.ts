import type { PermissionRequest, Verdict } from "@toolgate/core"
import { allRight } from "../allRight.ts"
import type { Case } from "../Case.ts"
import { type Question, streamLength } from "./Question.ts"

/** Whoever decides: a policy's judge, or what is written by hand. */
type Decides = (request: PermissionRequest) => Pick<Verdict, "decision">

/**
 * Decides one request of a stream after the other, and begins each batch where the last one ended. The same loop for whoever
 * decides, so that none has an advantage by it.
 */
export const deciding = (decides: Decides, stream: ReadonlyArray<Question>): Case["run"] => {
  let next = 0
  return async (times) => {
    let right = 0
    const end = next + times
    for (let at = next; at < end; at++) {
      const question = stream[at & (streamLength - 1)]
      if (question !== undefined && decides(question.request).decision === question.decision) right++
    }
    next = end & (streamLength - 1)
    allRight(right, times)
  }
}

/** The same with a principal that was made for this call, as an edge makes one that is told who calls. */
export const decidingForStrangers = (decides: Decides, stream: ReadonlyArray<Question>): Case["run"] => {
  let next = 0
  return async (times) => {
    let right = 0
    const end = next + times
    for (let at = next; at < end; at++) {
      const question = stream[at & (streamLength - 1)]
      if (question === undefined) continue
      const { request, decision } = question
      const context = { ...request.context, principal: { ...request.context.principal } }
      if (decides({ ...request, context }).decision === decision) right++
    }
    next = end & (streamLength - 1)
    allRight(right, times)
  }
}
