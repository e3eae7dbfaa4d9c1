import { StartFailure } from "@toolgate/processes"
import type { Excepted } from "./Excepted.ts"
import { anywhere } from "./exceptedBy.ts"

/** The most paths that may be excepted. More would be too long for one program's arguments. */
export const maxExcepted = 1000

/** The error for granted trees of which more is excepted than a confined program can be started with. */
export class TooMuchExcepted extends StartFailure {
  /** The message names some of the paths as a policy would name them, wherever they are. */
  constructor(excepted: ReadonlyArray<Excepted>) {
    const patterns = [...new Set(excepted.map(({ path }) => anywhere(path)))].slice(0, 3)
    super(
      `more than ${maxExcepted} files and folders are excepted from its grant, and a confined program cannot be started with so many, such as ${patterns.map((pattern) => JSON.stringify(pattern)).join(", ")}: let it work in a smaller folder, name such patterns in the policy, under "unprotected" if they are protected and under "not_secrets" if they are secret, or change the rules that name them`
    )
  }
}
