export { DelegationRefused, type Demand, delegate } from "./delegate.ts"
export { exceptionOf } from "./exceptionOf.ts"
export { fold } from "./fold.ts"
export { canonicalHost, canonicalHostname, type HostPattern, hostMatches, parseHostPattern } from "./HostPattern.ts"
export { isBeneath } from "./isBeneath.ts"
export {
  type Coverage,
  coverage,
  type GivenFiles,
  givenLetters,
  holdsMode,
  type Letters,
  lettersAt,
  namesPath
} from "./lettersAt.ts"
export { limitNames, namesOfLimits } from "./limitNames.ts"
export { meetBounds } from "./meetBounds.ts"
export { meetFiles, meetModes } from "./meetFiles.ts"
export { includesHost, meetHosts } from "./meetHosts.ts"
export { meetLimits } from "./meetLimits.ts"
export { meetTools } from "./meetTools.ts"
export { literalPattern, PathPattern } from "./PathPattern.ts"
