import type { Token, TokenRight } from "@toolgate/core"

/** A valid token: who calls with it, and what they may do. */
export interface AccessToken
  extends Pick<Token, "id" | "name" | "agent" | "role" | "task" | "onBehalfOf" | "workspaces" | "expiresAt"> {
  readonly rights: ReadonlySet<TokenRight>
}
