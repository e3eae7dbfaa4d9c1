import type { PolicyInvalid } from "@toolgate/policy"
import type * as Effect from "effect/Effect"
import type { GatePolicy, ReloadedPolicy } from "toolgate/effect"
import type { Administrator, RecordAdministration } from "../access/recordAdministration.ts"
import type { Unavailable } from "../api/problems.ts"

/** Loads the files of a policy again, and puts that on record. If a file has a problem, the old policy stays in force. */
export const reloadPolicy = (
  { reload }: GatePolicy["Service"],
  who: Administrator,
  record: RecordAdministration
): Effect.Effect<ReloadedPolicy, PolicyInvalid | typeof Unavailable.Type> =>
  reload(({ digest, before, files }) =>
    record(who, {
      action: "policy.reloaded",
      subject: files.length > 0 ? files.join(", ") : "built-in defaults",
      subjectId: digest,
      details: { before }
    })
  )
