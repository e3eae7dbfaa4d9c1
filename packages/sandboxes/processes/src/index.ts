export { Bubblewrap, confiningWords } from "./Bubblewrap.ts"
export type { Confinement, Confiner, LeftBehind } from "./Confinement.ts"
export { ContainedProcess, type ProcessOwner, type ProcessParts, type ProcessStreams } from "./ContainedProcess.ts"
export { coverInherited } from "./coverInherited.ts"
export { decodeSignal } from "./decodeSignal.ts"
export type { Exit } from "./Exit.ts"
export { hasSyscallFilter, openSyscallFilter } from "./filter/openSyscallFilter.ts"
export { getParentDeathPrefix } from "./getParentDeathPrefix.ts"
export { type DeadlineList, deadlines, type Timed } from "./limits/Deadlines.ts"
export { findInvalidLimit } from "./limits/findInvalidLimit.ts"
export { LimitEnforcer, type ProcessEnforcement } from "./limits/LimitEnforcer.ts"
export type { ProcessLimitName, ProcessLimits } from "./limits/ProcessLimits.ts"
export { once } from "./once.ts"
export { Processes } from "./Processes.ts"
export { BubblewrapPath, makeProcessHost, ProcessGrace, type ProcessHost } from "./ProcessHost.ts"
export { ProcessNotStarted } from "./ProcessNotStarted.ts"
export type { ProcessSpec } from "./ProcessSpec.ts"
export {
  buildCommandPath,
  HostEnvironment,
  HostSystemPaths,
  removeWritableFolders,
  type Variables
} from "./programFolders.ts"
export { describeThisProcess, getProcessState, type RecordedProcess } from "./RecordedProcess.ts"
export type { ProcessEnding, RunningProcess } from "./RunningProcess.ts"
export { ArgumentsTooLong, StartFailure } from "./StartFailure.ts"
export { succeeds, tryOrUndefined } from "./tryOrUndefined.ts"
export { waitUntilDrained } from "./waitUntilDrained.ts"
