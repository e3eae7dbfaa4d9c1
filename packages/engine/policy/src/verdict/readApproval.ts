import type { Approval, ApprovalClaim, ApprovedFile, EscalationAnswer, PermissionRequest } from "@toolgate/core"
import { isRecord } from "./findBoundsFault.ts"

/**
 * Validates the answer of an app's own approvals to a request, and reads each member once. `undefined`: the answer is
 * not an approval of this request. If the request comes with an approval, the answer must be the same approval, and
 * arguments can be edited only once.
 */
export const readApproval = (answer: unknown, request: PermissionRequest): Approval | undefined => {
  try {
    const approval = copyOf(answer)
    return isSound(approval, request) ? present(approval) : undefined
  } catch {
    // Only a getter, a proxy, or a value without members throws.
    return undefined
  }
}

type Members<Of> = Readonly<Record<keyof Of, unknown>>

const copyOf = (answer: unknown) => {
  const { id, waitedMs, by, from, at, shown, answer: said, claim, files, args } = answer as Members<Approval>
  return {
    id,
    waitedMs,
    by,
    from,
    at,
    shown,
    answer: said === undefined ? undefined : answerOf(said),
    claim: claim === undefined ? undefined : claimOf(claim),
    files: files === undefined ? undefined : filesOf(files),
    args
  }
}

const answerOf = (answer: unknown) => {
  const { decision, note } = answer as Members<EscalationAnswer>
  return note === undefined ? { decision } : { decision, note }
}

const claimOf = (claim: unknown) => {
  const { digest, mac } = claim as Members<ApprovalClaim>
  return { digest, mac }
}

const filesOf = (files: unknown) =>
  Array.from(files as Iterable<unknown>, (file) => {
    const { path, content, use } = file as Members<ApprovedFile>
    return { path, content, use }
  })

const isSound = (
  { id, waitedMs, by, from, at, shown, answer, claim, files, args }: ReturnType<typeof copyOf>,
  { given, tool }: PermissionRequest
): boolean =>
  typeof id === "string" &&
  (given === undefined || given.id === id) &&
  Number.isFinite(waitedMs) &&
  (waitedMs as number) >= 0 &&
  [by, from, shown].every((text) => text === undefined || typeof text === "string") &&
  (at === undefined || Number.isFinite(at)) &&
  // Only an escalation carries an answer, because it also runs after the answer "no".
  (answer !== undefined) === (tool.escalates === true) &&
  (answer === undefined ||
    ((answer.decision === "approve" || answer.decision === "deny") &&
      (answer.note === undefined || typeof answer.note === "string"))) &&
  (claim === undefined || (typeof claim.digest === "string" && typeof claim.mac === "string")) &&
  (files === undefined ||
    files.every(
      ({ path, content, use }) =>
        typeof path === "string" &&
        typeof content === "string" &&
        (use === "change" || use === "run" || use === "program")
    )) &&
  (args === undefined || (isRecord(args) && given?.proposed === undefined))

/** Removes absent members, because the approval becomes part of a permit, which is plain data. */
const present = (approval: object): Approval =>
  Object.fromEntries(Object.entries(approval).filter(([, member]) => member !== undefined)) as unknown as Approval
