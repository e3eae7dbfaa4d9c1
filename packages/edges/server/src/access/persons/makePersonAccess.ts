import { createHash } from "node:crypto"
import type { AccessToken } from "../AccessToken.ts"
import type { PersonGrant } from "./PersonGrant.ts"

/** A person as another service names them. */
export interface NamedPerson {
  /** The service. The same subject of another service is another person. */
  readonly source: string
  /** The text that identifies the person. It never changes. */
  readonly subject: string
  /** The name of the person in the record. */
  readonly name: string
  readonly expiresAt: number
}

/**
 * Makes the access of a person. The agent of their calls is `person` unless the grant names another, so that nobody takes
 * the name of an agent that a policy trusts.
 */
export const makePersonAccess = (
  { source, subject, name, expiresAt }: NamedPerson,
  { agent = "person", role, workspaces = [], rights }: PersonGrant
): AccessToken => ({
  // Sessions keep the principal that they were opened with. After a change of the role, they belong to another id.
  id: `person-${digest([source, subject, agent, role ?? null])}`,
  name,
  agent,
  ...(role === undefined ? {} : { role }),
  onBehalfOf: subject,
  workspaces,
  rights: new Set(rights),
  expiresAt
})

const digest = (parts: ReadonlyArray<string | null>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)
