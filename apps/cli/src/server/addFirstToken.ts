import { AuditLog } from "@toolgate/core"
import type { ServerStore } from "@toolgate/server"
import { makeToken } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { getUserName } from "../getUserName.ts"
import { buildGrantJson } from "../token/tokenText.ts"
import { WrongUse } from "../WrongUse.ts"

/**
 * Adds a token for the user to a store without any, and returns whether it did. The user signs in with the code of the
 * server, so nobody learns the secret: in the log of a service it would be worth more than a code.
 */
export const addFirstToken = Effect.fnUntraced(function* (
  { tokens, key }: Pick<ServerStore, "tokens" | "key">,
  services: Context.Context<never>
) {
  const known = yield* Effect.mapError(tokens.list, convertStoreError)
  if (known.length > 0) return false
  const by = getUserName()
  const { token } = makeToken({ name: by, rights: ["decide", "read", "administer"] }, { by, at: Date.now() }, key)
  const { administered, whenKept } = Context.getOrElse(services, AuditLog, (): Partial<AuditLog["Service"]> => ({}))
  // Recorded first, so that no token exists without a record.
  administered?.({
    action: "token.added",
    by,
    from: "command line",
    subject: by,
    subjectId: token.id,
    details: buildGrantJson(token)
  })
  if (whenKept !== undefined) yield* Effect.mapError(whenKept(), notRecorded)
  yield* Effect.mapError(tokens.add(token), convertStoreError)
  return true
})

const notRecorded = (cause: unknown): WrongUse =>
  new WrongUse({ message: "The record of the first token cannot be written, so the server does not start.", cause })
