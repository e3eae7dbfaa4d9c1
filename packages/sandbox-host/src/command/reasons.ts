import { type Permit, type Refused, refused } from "@toolgate/core"
import { pathIsChanged, type StartFailure, startFailure } from "./startFailure.ts"

/** Why a command was not run, where that is for its caller to know. */
export const knownReason = (cause: unknown, permit: Permit): Refused | undefined => {
  const failure = startFailure(cause)
  return failure === undefined ? undefined : notRun(permit, failure)
}

/** For what was swapped between its grant and its mount. */
export const pathChanged = (permit: Permit): Refused => notRun(permit, pathIsChanged)

/** For everything else, of which the log says more. */
export const notStarted = ({ request }: Permit): Refused =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: its command could not be started; the log says more.`,
    { userVisible: false }
  )

/** For a command that ended, when something went wrong after it. */
export const notCleared = ({ request }: Permit): Refused =>
  refused(
    "InternalError",
    `The command of tool "${request.tool.name}" ended, but what it left behind could not be seen to; the log says more.`,
    { userVisible: false }
  )

const notRun = ({ request }: Permit, { why, because }: StartFailure) =>
  refused(why, `Tool "${request.tool.name}" was not run: ${because}.`)
