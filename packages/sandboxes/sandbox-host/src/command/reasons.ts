import { type Permit, quoted, type Refused, refused } from "@toolgate/core"
import { ArgumentsTooLong, type ProcessLimitName, StartFailure } from "@toolgate/processes"
import { PathChanged } from "../confinement/PinnedPath.ts"

/** Returns the refusal for a command that was not run, if the caller should see the cause. */
export const refuseKnownCause = (cause: unknown, { request }: Permit): Refused | undefined =>
  cause instanceof StartFailure
    ? refused(classOf(cause), `Tool "${request.tool.name}" was not run: ${cause.because}.`)
    : undefined

const classOf = (failure: StartFailure): Refused["why"] => {
  if (failure instanceof PathChanged) return "FileDenied"
  return failure instanceof ArgumentsTooLong ? "InvalidArgs" : "SandboxUnavailable"
}

/** Returns the refusal of a call whose program or script has changed. */
export const refuseChangedFile = ({ request, approval }: Permit, path: string): Refused =>
  refused(
    "PolicyDenied",
    `Tool "${request.tool.name}" was not run: the file ${quoted(path, 200)} has changed since ${
      approval === undefined
        ? "the gate read it. Review the file, then reopen the gate."
        : "the call was approved. Review the file, then repeat the call."
    }`
  )

/** Returns the refusal for any other cause, which is only logged. */
export const refuseNotStarted = ({ request }: Permit): Refused =>
  refused(
    "SandboxUnavailable",
    `Tool "${request.tool.name}" was not run: its command could not be started; see the log.`,
    { userVisible: false }
  )

/** Returns the refusal for a command that ended, if the cleanup after it failed. */
export const refuseNotCleaned = ({ request }: Permit): Refused =>
  refused(
    "InternalError",
    `The command of tool "${request.tool.name}" ended, but cleaning up after it failed; see the log.`,
    { userVisible: false }
  )

/** Returns the refusal for a command that was ended by a limit. `inWords`: the limit, as the end of a sentence. */
export const refuseOverLimit = ({ request }: Permit, limit: ProcessLimitName, inWords: string): Refused =>
  refused("LimitExceeded", `Tool "${request.tool.name}" exceeded ${inWords}.`, { limit })

/** The name of the limit on a session's temporary folder. */
export const temporaryBytes = "temporaryBytes"

/**
 * Returns the refusal for a command that exceeded its session's limit on temporary files. `isEmptied`: everything in
 * the folder was removed.
 */
export const refuseOverSessionLimit = ({ request }: Permit, atMost: number, isEmptied = false): Refused =>
  refused(
    "LimitExceeded",
    `Tool "${request.tool.name}" exceeded the limit of ${atMost} bytes for the temporary files of its session. ${
      isEmptied ? "All its files were removed." : "Delete some files."
    }`,
    { limit: temporaryBytes }
  )
