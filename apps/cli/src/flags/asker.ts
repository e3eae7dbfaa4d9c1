import * as Option from "effect/Option"
import type { CallOptions } from "toolgate"
import { nameFlag } from "./nameFlag.ts"
import { switchFlag } from "./switchFlag.ts"

/** The flags that identify the caller. A policy's layers and capabilities depend on them. */
export const asker = {
  agent: nameFlag("agent", "The agent that calls; default: default"),
  role: nameFlag("role", "The role of the agent"),
  task: nameFlag("task", "The task that the agent works on"),
  session: nameFlag("session", "The session that calls belong to; default: default, or a new session for a runner"),
  readOnly: switchFlag("read-only", "Refuse calls that can change something, even if the policy allows them"),
  noWeb: switchFlag("no-web", "Refuse calls that can reach the network, even if the policy allows them")
}

/** The flag for the person the agent acts for. It is recorded, and does not affect the policy. */
export const onBehalfOf = nameFlag("on-behalf-of", "The person or system that the agent acts for, for the record")

export type CallerFlags = Readonly<Record<"agent" | "role" | "task" | "session", Option.Option<string>>> & {
  readonly onBehalfOf?: Option.Option<string>
  readonly skill?: ReadonlyArray<string>
  readonly readOnly: boolean
  readonly noWeb: boolean
}

/** Returns the values of the flags, in the form that a gate and a policy take. */
export const readCaller = ({
  agent,
  role,
  task,
  session,
  onBehalfOf = Option.none(),
  skill = [],
  readOnly,
  noWeb
}: CallerFlags): Pick<
  CallOptions,
  "agent" | "role" | "task" | "session" | "onBehalfOf" | "skills" | "readOnly" | "noWeb"
> => ({
  ...Object.fromEntries(
    Object.entries({ agent, role, task, session, onBehalfOf }).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : []
    )
  ),
  ...(skill.length > 0 ? { skills: skill } : {}),
  ...(readOnly ? { readOnly } : {}),
  ...(noWeb ? { noWeb } : {})
})
