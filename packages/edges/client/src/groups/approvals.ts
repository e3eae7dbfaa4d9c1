import type { Approval, ApprovalHistory, ApprovalQuery, Decided, Decision, DecisionResults } from "../api/approvals.ts"
import type { Page } from "../api/Page.ts"
import type { ToolExecution } from "../api/ToolExecution.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"
import { readPages } from "../readPages.ts"

/** The questions that people decide. */
export interface ApprovalRequests {
  /** Returns a page of questions: the open ones by default. */
  readonly list: (query?: ApprovalQuery, options?: RequestOptions) => Promise<Page<Approval>>
  /** Returns the questions of all pages. A page is read when it is needed. */
  readonly listAll: (query?: ApprovalQuery, options?: RequestOptions) => AsyncIterable<Approval>
  readonly show: (id: string, options?: RequestOptions) => Promise<Approval>
  /** Decides a question. With the digest that was shown, a question that has changed since is not decided. */
  readonly decide: (id: string, decision: Decision, options?: RequestOptions) => Promise<Decided>
  /** Decides at most 200 questions. Each has its result. */
  readonly decideMany: (
    decisions: ReadonlyArray<{ readonly id: string } & Decision>,
    options?: RequestOptions
  ) => Promise<DecisionResults>
  readonly history: (id: string, options?: RequestOptions) => Promise<ApprovalHistory>
  /** Withdraws a question or its approval, and returns what that changed. */
  readonly withdraw: (id: string, options?: RequestOptions) => Promise<{ readonly message: string }>
  /** Runs a deferred call whose question was allowed, and returns its answer. */
  readonly resume: (id: string, options?: RequestOptions) => Promise<ToolExecution>
}

/** Makes the requests about questions. */
export const makeApprovalRequests = ({ send }: Connection): ApprovalRequests => {
  const list: ApprovalRequests["list"] = (query, options) => send("GET /v1/approvals", { query }, options)
  return {
    list,
    listAll: (query, options) => readPages((page) => list({ ...query, ...page }, options)),
    show: (approval, options) => send("GET /v1/approvals/{approval}", { params: { approval } }, options),
    decide: (approval, body, options) =>
      send("POST /v1/approvals/{approval}/decision", { params: { approval }, body }, options),
    decideMany: (decisions, options) => send("POST /v1/approvals/decisions", { body: { decisions } }, options),
    history: (approval, options) => send("GET /v1/approvals/{approval}/history", { params: { approval } }, options),
    withdraw: (approval, options) => send("POST /v1/approvals/{approval}/withdraw", { params: { approval } }, options),
    resume: (approval, options) =>
      send("POST /v1/approvals/{approval}/resume", { params: { approval }, waits: {} }, options)
  }
}
