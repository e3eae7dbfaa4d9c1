import type { PendingApprovals } from "@toolgate/core"
import type * as Context from "effect/Context"

/** The options of a page on which a person decides calls. */
export interface ApprovalPageOptions {
  /** The gate whose questions are decided, or anything else that has them. */
  readonly gate: Context.Context<PendingApprovals>
  /**
   * Returns the code of a page, by the page's name. Whoever enters it can decide every question of the gate, so only a person who may
   * do so must be able to learn it. It is at least eight letters and digits, and another one for each name.
   */
  readonly codeOf: (page: string) => string
  /** Returns the command with which a person learns the code of a page. */
  readonly codeWith: (page: string) => string
  /** The name of the person, which is recorded with each decision. */
  readonly by: string
}

/** A page that is open. */
export interface ApprovalPage {
  /** The name of the page: its port, and letters that no earlier page has had. */
  readonly name: string
  /** The address of the list of all questions that wait. */
  readonly url: string
  /** Returns the address at which a person decides a question. It is no secret: without the code, nothing is shown there. */
  readonly addressOf: (approvalId: string) => string
  readonly close: () => Promise<void>
}
