import type { JsonObject } from "./json/Json.ts"

/** The kind of an administrator's act. */
export type AdminAction = "token.added" | "token.revoked" | "policy.reloaded" | "pin.approved" | "pin.revoked"

/**
 * An act of an administrator, for the record.
 *
 * ```ts
 * import type { AdminAct } from "@toolgate/core"
 *
 * export const reloaded: AdminAct = { action: "policy.reloaded", by: "ada", from: "console", subject: "toolgate.yaml" }
 * ```
 */
export interface AdminAct {
  readonly action: AdminAction
  /** The person or program that acted. */
  readonly by: string
  /** The client that was used, such as "command line". */
  readonly from: string
  /** The name of the token, policy or tool. */
  readonly subject: string
  /** The id of the token, or the digest of the policy or the pin. */
  readonly subjectId?: string | undefined
  /** The details of the change, such as the rights of a new token. The log redacts secrets. */
  readonly details?: JsonObject | undefined
}
