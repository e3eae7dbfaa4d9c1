import type { ApprovalStore, PendingApprovals } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { Decisions } from "./Decisions.ts"
import type { Questions } from "./Questions.ts"

/** Makes the port of clients. `threw` is called with the error of a listener. */
export const makePendingApprovals = (
  decisions: Decisions,
  questions: Questions,
  store: ApprovalStore["Service"],
  threw: (cause: unknown) => void
): PendingApprovals["Service"] => ({
  list: (filter) => Effect.map(decisions.find(filter), (found) => Object.freeze(found.map(({ request }) => request))),
  find: (filter) => decisions.find(filter),
  get: (id, bounds) => decisions.get(id, bounds),
  isAnswered: (question) => questions.isAnswered(question),
  decide: (id, decision, decider) => decisions.decide(id, decision, decider),
  withdraw: (id, actor) => decisions.withdraw(id, actor),
  saw: (ids, view) => decisions.saw(ids, view),
  history: (id, bounds) => decisions.history(id, bounds),
  listen: (changed) =>
    store.listen(() => {
      // Errors of a listener must not delay an answer or another listener.
      try {
        changed()
      } catch (cause) {
        threw(cause)
      }
    })
})
