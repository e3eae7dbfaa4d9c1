import type {
  ApprovalDecision,
  ApprovalRequest,
  Decider,
  DecisionOutcome,
  PendingApprovals,
  QuestionBounds
} from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { QuestionReaders } from "./QuestionReaders.ts"

/**
 * The questions that wait for a person. Iterating yields the open questions, then each new one, until the gate closes or the reader stops.
 * A slow reader skips questions that were closed in the meantime but never misses an open one.
 */
export interface PendingQuestions extends AsyncIterable<ApprovalRequest> {
  /** Returns the open questions, oldest first. Rejects if the store cannot be reached. */
  readonly list: () => Promise<ReadonlyArray<ApprovalRequest>>
  /**
   * Decides a question. The first decision counts. A late, unknown or malformed decision changes nothing, and the outcome says so. `who` is
   * recorded with the decision: the person and their client. With the `digest` that they saw, a decision about another question is refused.
   */
  readonly decide: (
    id: string,
    decision: ApprovalDecision,
    who?: Pick<Decider, "by" | "from" | "digest">
  ) => Promise<DecisionOutcome>
}

/** Returns the question methods within `bounds`. Their readers end when `readers` closes. */
export const makePendingQuestions = (
  pending: PendingApprovals["Service"],
  readers: QuestionReaders,
  bounds?: QuestionBounds
): PendingQuestions => ({
  list: async () => (readers.isOpen ? Effect.runPromise(pending.list(bounds)) : []),
  decide: async (id, decision, who) =>
    readers.isOpen
      ? Effect.runPromise(
          pending.decide(id, decision, { ...bounds, by: who?.by, from: who?.from, digest: who?.digest })
        )
      : closed,
  [Symbol.asyncIterator]: () => questionsOf(pending, readers, bounds)
})

const closed: DecisionOutcome = {
  outcome: "unknown",
  message: "Unknown question: the session has ended or the gate is closed."
}

/**
 * Returns an iterator over the questions. It reads the list once, and again after the listed questions are yielded and the list has
 * changed. Before it yields a question, it checks that the question is still open.
 *
 * This is not a generator, because a waiting generator cannot be stopped.
 */
const questionsOf = (
  pending: PendingApprovals["Service"],
  readers: QuestionReaders,
  bounds: QuestionBounds | undefined
): AsyncIterableIterator<ApprovalRequest> => {
  const scope = Effect.runSync(Scope.make())
  let listening: Promise<void> | undefined
  let isOver = false
  let isStale = true
  let yielded = new Set<string>()
  let waiting: Array<ApprovalRequest> = []
  let wake = () => {}
  let asked: Promise<unknown> = Promise.resolve()

  const changed = () => {
    isStale = true
    wake()
  }
  const end = () => {
    isOver = true
    waiting = []
    readers.delete(reader)
    Effect.runFork(Scope.close(scope, Exit.void))
    wake()
  }
  const reader = { end }

  const read = async (): Promise<void> => {
    isStale = false
    const open = await Effect.runPromise(pending.list(bounds)).catch((cause) => {
      isStale = true
      throw cause
    })
    const known = yielded
    yielded = new Set()
    waiting = []
    for (const request of open)
      if (known.has(request.id)) yielded.add(request.id)
      else waiting.push(request)
    waiting.reverse()
  }

  const listen = (): Promise<void> => {
    readers.add(reader)
    return Effect.runPromise(Scope.provide(pending.listen(changed), scope))
  }

  const isOpen = async ({ id }: ApprovalRequest): Promise<boolean> =>
    !isStale || (await Effect.runPromise(pending.get(id, bounds)))?.isOpen === true

  const take = async (): Promise<IteratorResult<ApprovalRequest>> => {
    while (!isOver) {
      listening ??= listen()
      await listening
      if (isStale && waiting.length === 0) await read()
      const value = waiting.at(-1)
      const isShown = value !== undefined && (await isOpen(value))
      waiting.pop()
      if (isShown && !isOver) {
        yielded.add(value.id)
        return { done: false, value }
      }
      if (value === undefined && !isStale && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    return { done: true, value: undefined }
  }

  return {
    next: () => {
      const result = asked.then(take)
      asked = result.catch(() => {})
      return result
    },
    return: async () => {
      end()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    }
  }
}
