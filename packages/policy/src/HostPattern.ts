export { type HostPattern, hostMatches, parseHostPattern } from "@toolgate/core"
