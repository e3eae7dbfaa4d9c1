export { type CompiledAccess, type CompiledEntry, type Coverage, compileAccess } from "./access/CompiledAccess.ts"
export type { CompiledException, CompiledExceptions } from "./access/CompiledExceptions.ts"
export { DelegationRefused, type Demand, delegate } from "./access/delegate.ts"
export type { ExceptionPattern } from "./access/ExceptionPattern.ts"
export { fold } from "./access/fold.ts"
export {
  type AccessEntry,
  coversPath,
  type GrantedMode,
  getGrantedMode,
  includesMode
} from "./access/getGrantedMode.ts"
export {
  canonicalizeHost,
  canonicalizeHostname,
  type HostPattern,
  matchesHost,
  parseHostPattern
} from "./access/HostPattern.ts"
export { isBeneath } from "./access/isBeneath.ts"
export { limitNames, listLimitNames } from "./access/limitNames.ts"
export { meetBounds } from "./access/meetBounds.ts"
export { meetFiles, meetModes } from "./access/meetFiles.ts"
export { includesHost, meetHosts } from "./access/meetHosts.ts"
export { meetLimits } from "./access/meetLimits.ts"
export { meetTools } from "./access/meetTools.ts"
export { escapePattern, PathPattern } from "./access/PathPattern.ts"
