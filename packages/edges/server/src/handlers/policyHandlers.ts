import type { ResolvedPath } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { GatePolicy } from "toolgate/effect"
import type { RecordAdministration } from "../access/recordAdministration.ts"
import { ServedApi } from "../api/Api.ts"
import { CurrentToken } from "../api/Authorization.ts"
import { findPolicy, PolicyChecks, toProblem } from "../policy/PolicyChecks.ts"
import { reloadPolicy } from "../policy/reloadPolicy.ts"

/** Answers the requests about the policy. `policy` is undefined if the gate has no policy files. */
export const policyHandlers = (
  policy: GatePolicy["Service"] | undefined,
  workspace: ResolvedPath,
  record: RecordAdministration
) => {
  const checks = Effect.map(findPolicy(policy), (found) => new PolicyChecks(found, workspace))
  return HttpApiBuilder.group(ServedApi, "policy", (group) =>
    group.handleAll({
      explain: ({ payload }) => Effect.flatMap(checks, (one) => one.explain(payload)),
      judge: ({ payload }) => Effect.flatMap(checks, (one) => one.judge(payload)),
      lint: ({ payload: { draft, strict } }) => Effect.flatMap(checks, (one) => one.lint(draft, strict)),
      test: ({ payload: { draft } }) => Effect.flatMap(checks, (one) => one.test(draft)),
      reload: () =>
        Effect.gen(function* () {
          const token = yield* CurrentToken
          return yield* reloadPolicy(yield* findPolicy(policy), token, record).pipe(
            Effect.catchTag("PolicyInvalid", (invalid) => Effect.fail(toProblem(invalid)))
          )
        })
    })
  )
}
