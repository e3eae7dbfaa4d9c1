import type { Refused } from "@toolgate/core"
import { maxExcepted, NamelessExcepted, TooMuchExcepted } from "./Confinement.ts"
import { errno } from "./errno.ts"
import { PathChanged } from "./PinnedPath.ts"

/** Why a program was not started, where that is for whoever started it to know. */
export interface StartFailure {
  readonly why: Refused["why"]
  /** The end of a sentence. */
  readonly because: string
}

/** What was swapped between its grant and its mount. */
export const pathIsChanged: StartFailure = {
  why: "FileDenied",
  because: "a path that it was granted no longer leads to what it led to when it was granted"
}

/** `undefined` for what only a log can say more of. */
export const startFailure = (cause: unknown): StartFailure | undefined => {
  if (cause instanceof PathChanged) return pathIsChanged
  if (cause instanceof TooMuchExcepted) return tooMuch(cause)
  if (cause instanceof NamelessExcepted) return nameless
  if (errno(cause) === "E2BIG") return tooLong
  // The launcher is there: it is the folder to start it in that is not.
  if (errno(cause) === "ENOENT") return noFolder
  return undefined
}

/** What is to be said of something that cannot be confined here, and how to do without. */
export const unconfinable = (problem: string, otherwise: string): string =>
  `has to run confined and bubblewrap cannot be used here, because ${problem}: install bubblewrap where it may make user namespaces, or ${otherwise}`

const tooMuch = ({ patterns }: TooMuchExcepted): StartFailure => ({
  why: "SandboxUnavailable",
  because: `more than ${maxExcepted} files and folders are excepted from its grant, and a confined program cannot be started with so many, such as ${patterns.map((pattern) => JSON.stringify(pattern)).join(", ")}: let it work in a smaller folder, name such patterns under "unprotected" in the policy if they are protected, or change the rules that name them`
})

const nameless: StartFailure = {
  why: "SandboxUnavailable",
  because:
    "a tree that it was granted holds a name that is no UTF-8, of or above what is excepted from the grant; give it another name"
}

const tooLong: StartFailure = {
  why: "InvalidArgs",
  because: "its arguments are longer than the system hands to a program"
}

const noFolder: StartFailure = {
  why: "SandboxUnavailable",
  because: "the folder that it works in does not exist"
}
