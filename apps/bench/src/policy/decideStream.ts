import type { PermissionRequest, Verdict } from "@toolgate/core"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case } from "../Case.ts"
import { type Question, streamLength } from "./Question.ts"

/** The code that decides: a policy's judge, or code written by hand. */
type Decides = (request: PermissionRequest) => Pick<Verdict, "decision">

/**
 * Returns the work of deciding a stream's requests in order. Each batch continues where the last one ended. All
 * deciders share this loop, so that none has an advantage.
 */
export const decideStream = (decides: Decides, stream: ReadonlyArray<Question>): Case["run"] => {
  let next = 0
  return async (times) => {
    let right = 0
    const end = next + times
    for (let at = next; at < end; at++) {
      const question = stream[at & (streamLength - 1)]
      if (question !== undefined && decides(question.request).decision === question.decision) right++
    }
    next = end & (streamLength - 1)
    assertAllRight(right, times)
  }
}

/** Returns the same work with a new principal per call, as at an edge that authenticates callers. */
export const decideForNewPrincipals = (decides: Decides, stream: ReadonlyArray<Question>): Case["run"] => {
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
    assertAllRight(right, times)
  }
}
