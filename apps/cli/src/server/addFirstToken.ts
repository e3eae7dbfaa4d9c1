import { AuditLog } from "@toolgate/core"
import type { ServerStore } from "@toolgate/server"
import { makeToken } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { getUserName } from "../getUserName.ts"
import { recordActIn } from "../makeRecordAct.ts"
import { buildGrantJson } from "../token/tokenText.ts"

/**
 * Adds a token for the user to a store without any, and returns whether it did. The user signs in with the code of the
 * server, so the secret is never shown: in the log of a service it would be worth more than a code.
 */
export const addFirstToken = Effect.fnUntraced(function* (
  { tokens, key }: Pick<ServerStore, "tokens" | "key">,
  services: Context.Context<never>
) {
  const known = yield* Effect.mapError(tokens.list, convertStoreError)
  if (known.length > 0) return false
  const by = getUserName()
  const { token } = makeToken({ name: by, rights: ["decide", "read", "administer"] }, { by, at: Date.now() }, key)
  // Recorded first, so that no token exists without a record.
  yield* recordActIn(
    Context.getOrElse(services, AuditLog, () => ({})),
    {
      action: "token.added",
      by,
      subject: by,
      subjectId: token.id,
      details: buildGrantJson(token)
    }
  )
  yield* Effect.mapError(tokens.add(token), convertStoreError)
  return true
})
