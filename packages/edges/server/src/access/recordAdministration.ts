import { type AdminAct, AuditLog } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"

/** Records what the holder of a token is about to change. Fails if the record may be lost; nothing may be changed then. */
export type RecordAdministration = (
  token: AccessToken,
  act: Omit<AdminAct, "by" | "from">
) => Effect.Effect<void, typeof Unavailable.Type>

/** Returns the function that records the acts of administrators in the record of a gate. */
export const makeRecordAdministration =
  (services: Context.Context<never>): RecordAdministration =>
  (token, act) =>
    Effect.gen(function* () {
      const { administered, whenKept } = Context.getOrElse(services, AuditLog, () => noRecord)
      if (administered === undefined) return
      administered({ ...act, by: token.name, from: "HTTP" })
      if (whenKept === undefined) return
      yield* Effect.mapError(whenKept(), () =>
        Unavailable.problem("The record of this change cannot be written, so nothing was changed.", {})
      )
    })

const noRecord: Partial<AuditLog["Service"]> = {}
