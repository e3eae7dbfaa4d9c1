import { type AdminAct, AuditLog } from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Unavailable } from "../api/problems.ts"
import type { AccessToken } from "./AccessToken.ts"

/**
 * Records what somebody is about to change: the holder of a token by HTTP, unless `from` says otherwise. Fails if the record
 * may be lost; nothing may be changed then.
 */
export type RecordAdministration = (
  who: Administrator,
  act: Omit<AdminAct, "by" | "from">
) => Effect.Effect<void, typeof Unavailable.Type>

/** Somebody who changes something, by name. */
export type Administrator = Pick<AccessToken, "name"> & Partial<Pick<AdminAct, "from">>

/** Returns the function that records the acts of administrators in the record of a gate. */
export const makeRecordAdministration =
  (services: Context.Context<never>): RecordAdministration =>
  ({ name, from = "HTTP" }, act) =>
    Effect.gen(function* () {
      const { administered, whenKept } = Context.getOrElse(services, AuditLog, () => noRecord)
      if (administered === undefined) return
      administered({ ...act, by: name, from })
      if (whenKept === undefined) return
      yield* Effect.mapError(whenKept(), () =>
        Unavailable.problem("The record of this change cannot be written, so nothing was changed.", {})
      )
    })

const noRecord: Partial<AuditLog["Service"]> = {}
