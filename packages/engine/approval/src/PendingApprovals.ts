import * as Context from "effect/Context"
import type { ApprovalDecision } from "./ApprovalDecision.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"

/** How a question ended. `withdrawn`: its call ended before anyone answered. */
export type QuestionEnd = "approve" | "deny" | "expired" | "withdrawn"

/** What became of a client's answer. Whatever is not `resolved` changed nothing. */
export type Resolution =
  | { readonly outcome: "resolved" }
  /** The question was over before; `ended` says how. */
  | { readonly outcome: "already"; readonly ended: QuestionEnd }
  /** No such question, or one that ended so long ago that it is forgotten. */
  | { readonly outcome: "unknown" }
  /** The answer is no decision. The question is still open. */
  | { readonly outcome: "invalid"; readonly message: string }

/** The questions that wait for somebody. Several clients may look and answer; `ToolEvents` tells them what comes and goes. */
export class PendingApprovals extends Context.Service<
  PendingApprovals,
  {
    /** In the order in which they were asked. */
    readonly list: () => ReadonlyArray<ApprovalRequest>
    /** The first answer decides, whoever gives it. Never throws. */
    readonly resolve: (id: string, decision: ApprovalDecision) => Resolution
  }
>()("@toolgate/approval/PendingApprovals") {}
