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

/** Whether a policy answered that a person approved the call with other arguments. */
export const isEdited = (answer: Permit | ArgumentsEdited): answer is ArgumentsEdited =>
  (answer as Partial<ArgumentsEdited>)._tag === "ArgumentsEdited"

/** Sends a call through the line again from parsing, with the arguments that a person approved instead. */
export const takeEdit = (progress: Progress, edit: ArgumentsEdited): void => {
  progress.given = givenBy(edit, progress.request as PermissionRequest)
  progress.edit = edit
}

/**
 * Returns the approval with which a call goes on whose arguments were edited. Throws for an answer of a policy that is no edit of
 * this call: arguments are edited once, and a resumed call has one approval.
 */
const givenBy = (
  { approval, args }: ArgumentsEdited,
  { args: proposed, given }: PermissionRequest
): AttachedApproval => {
  if (typeof approval !== "string" || !Predicate.isObject(args))
    throw new TypeError("The policy answered with edited arguments that are none.")
  if (given !== undefined && given.id !== approval)
    throw new TypeError("The policy answered with edited arguments of another approval.")
  return Object.freeze({ id: approval, proposed })
}

/** Says in a refusal of edited arguments that they are not the arguments of the model. */
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
