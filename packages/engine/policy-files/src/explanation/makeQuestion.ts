import type { ApprovalQuestion } from "@toolgate/core"
import type { DryAnswer } from "../dryRun/DryAnswer.ts"

/** Makes the question for a person. Returns `undefined` if no person would be asked. */
export const makeQuestion = (answer: DryAnswer): ApprovalQuestion | undefined => {
  if (answer._tag === "Stopped" || answer.verdict.decision !== "ask" || answer.grant === undefined) return undefined
  const { request, grant } = answer
  const { because, why, covers } = answer.verdict
  return { request, because, why, covers, grant, onlyOnce: covers !== "call" }
}
