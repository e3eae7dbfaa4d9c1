import {
  type ArgumentsEdited,
  type AttachedApproval,
  type Gated,
  type PermissionRequest,
  type Permit,
  refused
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Progress } from "./Progress.ts"

/** Whether the answer of a policy has edited arguments. */
export const isEdited = (answer: Permit | ArgumentsEdited): answer is ArgumentsEdited =>
  (answer as Partial<ArgumentsEdited>)._tag === "ArgumentsEdited"

/** Stores the edited arguments, so that the call is parsed again with them. */
export const takeEdit = (progress: Progress, edit: ArgumentsEdited): void => {
  progress.given = givenBy(edit, progress.request as PermissionRequest)
  progress.edit = edit
}

/**
 * Returns the approval of a call with edited arguments. Throws if the edit is invalid: arguments are edited only once, and
 * a resumed call has only one approval.
 */
const givenBy = (
  { approval, args }: ArgumentsEdited,
  { args: proposed, given }: PermissionRequest
): AttachedApproval => {
  if (typeof approval !== "string" || !Predicate.isObject(args))
    throw new TypeError("The policy returned invalid edited arguments.")
  if (given !== undefined && given.id !== approval)
    throw new TypeError("The policy returned edited arguments for another approval.")
  return Object.freeze({ id: approval, proposed })
}

/** Adds to a refusal that the arguments were edited by a person. */
export const explainEdit = <A>({ edit }: Progress, answer: Gated<A>): Gated<A> =>
  edit === undefined
    ? answer
    : Effect.mapError(answer, (refusal) => ({
        ...refusal,
        ...refused(
          refusal.why,
          `The call was approved with edited arguments, which were refused: ${refusal.message}`,
          refusal.details
        )
      }))
