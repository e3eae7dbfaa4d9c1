import type { PendingApprovals } from "@toolgate/core"
import type * as Context from "effect/Context"

/** The options of `openApprovalPage`. */
export interface ApprovalPageOptions {
  /** The gate whose approvals are decided, or any other context with `PendingApprovals`. */
  readonly gate: Context.Context<PendingApprovals>
  /**
   * Returns the code of a page by its name. With the code, any person can decide every question of the gate, so only
   * authorized people may be able to read it. At least eight letters and digits, and different for each name.
   */
  readonly codeOf: (page: string) => string
  /** Returns the command that shows a person the code of a page. */
  readonly codeWith: (page: string) => string
  /** The person's name, which is recorded with each decision. */
  readonly by: string
}

/** An open page. */
export interface ApprovalPage {
  /** The name of the page: its port and random letters, unique among all pages. */
  readonly name: string
  /** The address of the list of pending questions. */
  readonly url: string
  /** Returns the address of a question's page. The address is not secret: the page asks for the code first. */
  readonly addressOf: (approvalId: string) => string
  readonly close: () => Promise<void>
}
