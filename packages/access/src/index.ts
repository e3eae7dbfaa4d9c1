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
export { literalPattern, PathPattern } from "./PathPattern.ts"
