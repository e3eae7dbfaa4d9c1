export { exceptionOf } from "./exceptionOf.ts"
export { fold } from "./fold.ts"
export { canonicalHost, canonicalHostname, type HostPattern, hostMatches, parseHostPattern } from "./HostPattern.ts"
export { literalPattern, PathPattern } from "./PathPattern.ts"
