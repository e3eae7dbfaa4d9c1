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
 * The questions that wait for a person. Iterating yields the open questions and then each one as it is asked, until the gate
 * closes or the reader stops. A slow reader is not shown what is over meanwhile, and misses nothing that is still open.
 */
export interface PendingQuestions extends AsyncIterable<ApprovalRequest> {
  /** Returns the open questions in the order in which they were asked. Rejects if their store cannot be reached. */
  readonly list: () => Promise<ReadonlyArray<ApprovalRequest>>
  /**
   * Decides a question. The first decision counts; one that comes too late, is about no question here, or has no valid shape
   * changes nothing, and the outcome says so. `who` is recorded with the decision: the person, and the client that they use.
   */
  readonly decide: (
    id: string,
    decision: ApprovalDecision,
    who?: Pick<Decider, "by" | "from">
  ) => Promise<DecisionOutcome>
}

/** Makes the door to the questions within the bounds. It closes, and its readers end, with the group. */
export const pendingQuestions = (
  pending: PendingApprovals["Service"],
  readers: QuestionReaders,
  bounds?: QuestionBounds
): PendingQuestions => ({
  list: async () => (readers.isOpen ? Effect.runPromise(pending.list(bounds)) : []),
  decide: async (id, decision, who) =>
    readers.isOpen
      ? Effect.runPromise(pending.decide(id, decision, { ...bounds, by: who?.by, from: who?.from }))
      : closed,
  [Symbol.asyncIterator]: () => questionsOf(pending, readers, bounds)
})

const closed: DecisionOutcome = {
  outcome: "unknown",
  message: "There is no such question here: the session has ended, or the gate is closed."
}

/**
 * Returns an iterator over the questions. It reads the list once, and again when all that was listed is yielded and the list has
 * changed; until then it asks of each question whether it is still open. It remembers only which of the open questions it has
 * yielded.
 *
 * Not a generator, which could not be stopped while it waits.
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
