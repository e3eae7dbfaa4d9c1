import type { Right } from "../api/Right.ts"

/** A valid token: who calls with it, and what they may do. */
export interface AccessToken {
  readonly id: string
  /** The operator's name for the client or the person. It is recorded with what they decide. */
  readonly name: string
  readonly agent: string
  readonly role?: string
  readonly task?: string
  readonly onBehalfOf?: string
  /** The folders in which sessions may be opened. Empty: only in the server's own. */
  readonly workspaces: ReadonlyArray<string>
  readonly rights: ReadonlySet<Right>
}
