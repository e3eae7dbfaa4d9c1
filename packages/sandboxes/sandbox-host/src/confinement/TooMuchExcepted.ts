import { StartFailure } from "@toolgate/processes"
import type { Excepted } from "./Excepted.ts"
import { anywhere } from "./exceptedBy.ts"

/** More than this is no list of exceptions, and too long for one program's arguments. */
export const maxExcepted = 1000

/** More of the granted trees is excepted than a confined program can be started with. */
export class TooMuchExcepted extends StartFailure {
  /** Some of it is named as a policy would name it, wherever it is. */
  constructor(excepted: ReadonlyArray<Excepted>) {
    const patterns = [...new Set(excepted.map(({ path }) => anywhere(path)))].slice(0, 3)
    super(
      `more than ${maxExcepted} files and folders are excepted from its grant, and a confined program cannot be started with so many, such as ${patterns.map((pattern) => JSON.stringify(pattern)).join(", ")}: let it work in a smaller folder, name such patterns under "unprotected" in the policy if they are protected, or change the rules that name them`
    )
  }
}
