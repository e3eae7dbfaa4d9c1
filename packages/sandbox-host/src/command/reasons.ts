import { type Permit, type Refused, refused } from "@toolgate/core"
import { NamelessExcepted, TooMuchExcepted } from "./Confinement.ts"
import { errno } from "./errno.ts"
import { PathChanged } from "./PinnedPath.ts"

/** Why a command was not run, where that is for its caller to know. */
export const knownReason = (cause: unknown, permit: Permit): Refused | undefined => {
  if (cause instanceof PathChanged) return pathChanged(permit)
  if (cause instanceof TooMuchExcepted) return tooMuch(permit)
  if (cause instanceof NamelessExcepted) return nameless(permit)
  if (errno(cause) === "E2BIG") return tooLong(permit)
  // The launcher is there: it is the folder to start it in that is not.
  if (errno(cause) === "ENOENT") return noFolder(permit)
  return undefined
}

/** For what was swapped between its grant and its mount. */
export const pathChanged = ({ request }: Permit): Refused =>
  refused(
    "FileDenied",
    `Tool "${request.tool.name}" was not run: a path that it was granted no longer leads to what it led to when it was granted.`
  )

/** For everything else, of which the log says more. */
export const notStarted = ({ request }: Permit): Refused =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: its command could not be started; the log says more.`
  )

/** For a command that ended, when something went wrong after it. */
export const notCleared = ({ request }: Permit): Refused =>
  refused(
    "InternalError",
    `The command of tool "${request.tool.name}" ended, but what it left behind could not be seen to; the log says more.`
  )

const tooMuch = ({ request }: Permit) =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: more files are excepted from its grant than a confined command can be started with.`
  )

const nameless = ({ request }: Permit) =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: a tree that it was granted holds a name that is no UTF-8, of or above what is excepted from the grant; give it another name.`
  )

const tooLong = ({ request }: Permit) =>
  refused(
    "InvalidArgs",
    `Tool "${request.tool.name}" was not run: its arguments are longer than the system hands to a program.`
  )

const noFolder = ({ request }: Permit) =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: the workspace that it works in does not exist.`
  )
