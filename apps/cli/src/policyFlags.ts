import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import type { PolicyChoice } from "toolgate"
import { WrongUse } from "./WrongUse.ts"

/** `--policy`, as often as there are files. */
export const policy = Flag.String("policy").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "A policy file; give more to narrow it: organisation, user, project; or host, for no policy; default: yours, or the built-in one"
  ),
  Flag.atLeast(0)
)

// Empty is not absent: a script whose variable is not set would call as somebody else.
const name = (flag: string, description: string) =>
  Flag.String(flag).pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription(description),
    Flag.filterMap(
      (given) => (given === "" ? Option.none() : Option.some(given)),
      () => "a name, or leave the flag out"
    ),
    Flag.optional
  )

const yes = (flag: string, description: string) =>
  Flag.Boolean(flag).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

/** Who asks: what the layers and capabilities of a policy go by. */
export const asker = {
  agent: name("agent", "The agent that calls; default: default"),
  role: name("role", "Its role"),
  task: name("task", "The task that it works on"),
  session: name("session", "The session that calls belong to; default: default, and one of its own for a runner"),
  readOnly: yes("read-only", "Nothing that can change something, whatever the policy says"),
  noWeb: yes("no-web", "Nothing that can reach the network, whatever the policy says")
}

/** The policy that `--policy` names. */
export const policyChoice = (files: ReadonlyArray<string>): PolicyChoice | WrongUse => {
  if (files.length === 0) return "default"
  if (files.includes(""))
    return new WrongUse({ message: 'The flag "--policy" is empty; name a file, or leave it out.' })
  if (!files.includes("host")) return { files }
  return files.length === 1
    ? "host"
    : new WrongUse({
        message: 'The policy "host" stands alone; leave it out, or write "./host" for a file of that name.'
      })
}
