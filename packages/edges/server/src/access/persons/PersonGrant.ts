import type { Token, TokenRight } from "@toolgate/core"

/**
 * The rights of a person whom another service signs in.
 *
 * ```ts
 * import type { PersonGrant } from "@toolgate/server"
 *
 * export const deciders: PersonGrant = { rights: ["decide", "read"] }
 * ```
 */
export interface PersonGrant extends Partial<Pick<Token, "agent" | "role" | "workspaces">> {
  readonly rights: ReadonlyArray<TokenRight>
}
