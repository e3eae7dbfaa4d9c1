import type { Json } from "../api/Json.ts"
import type { JudgedCall, LintedPolicy, PolicyDraft, ReloadedPolicy, TestedPolicy } from "../api/policy.ts"
import type { Connection } from "../connection/Connection.ts"
import type { RequestOptions } from "../connection/Operation.ts"

/** The policy of a gate that has policy files. Without a draft, the policy in force is looked at. */
export interface PolicyRequests {
  /** Returns what `toolgate policy explain --json` prints. */
  readonly explain: (call: JudgedCall, options?: RequestOptions) => Promise<Json>
  /** Returns what `toolgate policy check` prints. */
  readonly judge: (call: JudgedCall, options?: RequestOptions) => Promise<Json>
  readonly lint: (
    policy?: { readonly draft?: PolicyDraft; readonly strict?: boolean },
    options?: RequestOptions
  ) => Promise<LintedPolicy>
  /** Runs the tests that the policy contains. */
  readonly test: (policy?: { readonly draft?: PolicyDraft }, options?: RequestOptions) => Promise<TestedPolicy>
  /** Loads the files again. If they are invalid, the policy in force does not change. */
  readonly reload: (options?: RequestOptions) => Promise<ReloadedPolicy>
}

/** Makes the requests about the policy. */
export const makePolicyRequests = ({ send }: Connection): PolicyRequests => ({
  explain: (body, options) => send("POST /v1/policy/explain", { body }, options),
  judge: (body, options) => send("POST /v1/policy/judge", { body }, options),
  lint: (body = {}, options) => send("POST /v1/policy/lint", { body }, options),
  test: (body = {}, options) => send("POST /v1/policy/test", { body }, options),
  reload: (options) => send("POST /v1/policy/reload", {}, options)
})
