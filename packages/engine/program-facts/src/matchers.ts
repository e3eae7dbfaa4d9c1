import { checkCode, isAddress, isNear } from "./addresses.ts"
import { isOutside } from "./outside.ts"
import { isPublishingTarget } from "./publishingTarget.ts"

/** The matchers that rules can name. */
export const matchers = {
  /** A URL, or a remote repository as git and package managers write it. */
  address: isAddress,
  /** A path that leads out of the folder in which the command runs. */
  outside: isOutside,
  /** The address of this machine, or of a host that only a private network knows. */
  "local-host": isNear,
  /** Code that is fetched, or lies in a folder for temporary files. */
  "foreign-code": (word: string): boolean => checkCode(word, false) !== undefined,
  /** The name of a target that installs, publishes or discards. */
  "publishing-target": isPublishingTarget
} satisfies Record<string, (word: string) => boolean>

/** The name of a matcher. */
export type MatcherName = keyof typeof matchers
