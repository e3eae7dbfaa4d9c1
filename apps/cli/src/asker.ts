import * as Option from "effect/Option"
import type { CallOptions } from "toolgate"
import { nameFlag } from "./nameFlag.ts"
import { yesFlag } from "./yesFlag.ts"

/** The flags that say who asks. The layers and capabilities of a policy depend on them. */
export const asker = {
  agent: nameFlag("agent", "The agent that calls; default: default"),
  role: nameFlag("role", "Its role"),
  task: nameFlag("task", "The task that it works on"),
  session: nameFlag("session", "The session that calls belong to; default: default, and one of its own for a runner"),
  readOnly: yesFlag("read-only", "Nothing that can change something, whatever the policy says"),
  noWeb: yesFlag("no-web", "Nothing that can reach the network, whatever the policy says")
}

/** The values of the flags. */
export type Asker = Readonly<Record<"agent" | "role" | "task" | "session", Option.Option<string>>> & {
  readonly readOnly: boolean
  readonly noWeb: boolean
}

/** Returns the values of the flags, in the form that a gate and a policy take. */
export const callerOf = ({
  agent,
  role,
  task,
  session,
  readOnly,
  noWeb
}: Asker): Pick<CallOptions, "agent" | "role" | "task" | "session" | "readOnly" | "noWeb"> => ({
  ...Object.fromEntries(
    Object.entries({ agent, role, task, session }).flatMap(([name, value]) =>
      Option.isSome(value) ? [[name, value.value]] : []
    )
  ),
  ...(readOnly ? { readOnly } : {}),
  ...(noWeb ? { noWeb } : {})
})
