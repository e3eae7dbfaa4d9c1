import type { ToolEvent } from "@toolgate/core"
import type { Session, Toolgate } from "toolgate"

/** The choice of the gate of a session. */
export interface GateChoice {
  /** The folder of the session. */
  readonly workspace: string
  /** The absolute paths of the policy files, from the widest to the narrowest. Default: the user's own policy. */
  readonly policy?: ReadonlyArray<string>
  /** Whether the `toolgate.yaml` of the folder is ignored. */
  readonly noProjectPolicy?: boolean
}

/** The options of a session, with the choice of its gate. */
export type ChosenSession = Parameters<Toolgate["session"]>[0] & GateChoice

/** The gates of a server whose sessions choose their folder and policy files. */
export interface SessionGates {
  /** Opens a session in the gate that it chooses. Rejects if its folder, its policy or an option is invalid. */
  readonly session: (options: ChosenSession) => Promise<Session>
  /**
   * Loads the policy files of a session's gate if they have changed. Returns nothing if they have not. Never rejects: a
   * file that does not load leaves the policy in force.
   */
  readonly renew: (session: Session) => Promise<void> | undefined
  /** Calls a function with the events of all gates. */
  readonly listen: (listener: (event: ToolEvent) => void) => void
}
