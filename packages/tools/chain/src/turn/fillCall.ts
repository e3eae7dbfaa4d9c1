import { type Json, quoted, type Refused, refused, type ToolCall, type ToolExecution, textOf } from "@toolgate/core"
import type { TurnStep } from "./readSteps.ts"
import { describeReference, fillReferences, followPointer, nowhere, type Reference } from "./references.ts"

/** The answers so far, by call index. */
export type EarlierAnswers = ReadonlyArray<ToolExecution | undefined>

/** A call with its references filled, or the original call with a refusal. */
export interface FilledCall {
  readonly call: ToolCall
  readonly refusal?: Refused
}

/** Fills the references of a call. */
export const fillCall = (
  { call, args, references, sources, refusal }: TurnStep,
  answers: EarlierAnswers
): FilledCall => {
  if (refusal !== undefined) return { call, refusal }
  if (references.length === 0 || args === undefined) return { call }
  const values = new Map<string, Json>()
  for (const [place, reference] of references.entries()) {
    const answer = answers[sources[place] ?? -1]
    if (answer === undefined || !answer.success)
      return { call, refusal: refused("InvalidArgs", noResult(reference, answer)) }
    const value = followPointer(resultOf(answer, reference), reference.steps)
    if (value === nowhere) return { call, refusal: refused("InvalidArgs", leadsNowhere(reference)) }
    values.set(reference.at, value)
  }
  const { argsText: _, ...rest } = call
  return { call: { ...rest, args: fillReferences(args, "", values) } as ToolCall }
}

/** Returns a call's text, or its structured result. A reference with a pointer selects from the structured result. */
const resultOf = ({ output }: ToolExecution, { pointer }: Reference): Json => {
  const texts = output.content.flatMap((block) => textOf(block) ?? [])
  return output.value === undefined || (pointer === undefined && texts.length > 0) ? texts.join("\n") : output.value
}

const noResult = ({ at, from }: Reference, answer: ToolExecution | undefined): string =>
  `${describeReference(at)} names the call ${quoted(from)}, which ${answer?.pending === undefined ? "did not succeed" : "waits for an approval"}: there is no result to take.`

const leadsNowhere = ({ at, from, pointer }: Reference): string =>
  `${describeReference(at)} leads nowhere: the result of the call ${quoted(from)} has nothing at ${quoted(pointer ?? "")}.`
