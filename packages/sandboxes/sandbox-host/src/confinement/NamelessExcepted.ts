import { StartFailure } from "@toolgate/processes"

/** The error for an excepted path in a granted tree that has no name to except it by. */
export class NamelessExcepted extends StartFailure {
  constructor() {
    super(
      "a granted tree holds a name that is not UTF-8, on the path of something that is excepted from the grant; rename it"
    )
  }
}
