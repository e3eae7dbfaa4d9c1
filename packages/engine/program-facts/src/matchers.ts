import { isAddress, isNear, strangeCode } from "./addresses.ts"
import { isOutside } from "./outside.ts"
import { isPublishingTarget } from "./publishingTarget.ts"

/** The matchers that rules name, with what each says of a word. */
export const matchers = {
  /** A URL, or a remote repository as git and package managers write it. */
  address: isAddress,
  /** A path that leads out of the folder in which the command runs. */
  outside: isOutside,
  /** The address of this machine, or of a host that only a private network knows. */
  "local-host": isNear,
  /** Code that is fetched, or lies in a folder for temporary files. */
  "foreign-code": (word: string): boolean => strangeCode(word, false) !== undefined,
  /** The name of a target that installs, publishes or throws away. */
  "publishing-target": isPublishingTarget
} satisfies Record<string, (word: string) => boolean>

/** The name of a matcher. */
export type MatcherName = keyof typeof matchers
