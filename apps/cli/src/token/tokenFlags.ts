import { tokenRights } from "@toolgate/core"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { nameFlag } from "../flags/nameFlag.ts"
import { parseTimeSpan } from "../flags/parseTimeSpan.ts"

/** The flags that say what a new token allows, and to whom. */
export const tokenFlags = {
  agent: nameFlag("agent", "The agent that calls with the token; default: the token's name"),
  role: nameFlag("role", "The role of the agent"),
  task: nameFlag("task", "The task that the agent works on"),
  onBehalfOf: nameFlag("on-behalf-of", "The person or system that the agent acts for, for the record"),
  attribute: Flag.String("attribute").pipe(
    Flag.withMetavar("NAME=VALUE"),
    Flag.withDescription("A fact about the agent; may be repeated"),
    Flag.filterMap(
      (given) => Option.fromNullishOr(parseAttribute(given)),
      () => "NAME=VALUE, such as team=blue"
    ),
    Flag.atLeast(0)
  ),
  workspace: Flag.String("workspace").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("A folder in which sessions may work; may be repeated; default: the server's workspace"),
    Flag.atLeast(0)
  ),
  right: Flag.Literals("right", tokenRights).pipe(
    Flag.withDescription(
      "call: open sessions and call tools; decide: decide all approvals; read: read the record, artifacts and approvals; administer: change tokens and pins, reload policies; may be repeated; default: call"
    ),
    Flag.atLeast(0)
  ),
  expires: Flag.String("expires").pipe(
    Flag.withMetavar("TIME"),
    Flag.withDescription("How long the token is valid, as in 12h or 30d, or never; default: 90d"),
    Flag.filterMap(
      (given) => Option.fromNullishOr(parseExpiry(given)),
      () => "a time span such as 30m, 12h or 30d, or never"
    ),
    Flag.withDefault(90 * 24 * 3_600_000)
  )
}

const parseAttribute = (given: string): readonly [string, string] | undefined => {
  const at = given.indexOf("=")
  return at < 1 ? undefined : [given.slice(0, at), given.slice(at + 1)]
}

/** Returns a time span in milliseconds, infinite for "never", or `undefined` if the text is invalid. */
const parseExpiry = (given: string): number | undefined => {
  if (given === "never") return Number.POSITIVE_INFINITY
  const span = parseTimeSpan(given)
  return span === undefined || span === 0 || span > mostExpiry ? undefined : span
}

/** A hundred years, so that the end is always a valid time. */
const mostExpiry = 100 * 366 * 24 * 3_600_000
