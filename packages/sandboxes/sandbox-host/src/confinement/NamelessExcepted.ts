import { StartFailure } from "@toolgate/processes"

/** Something of the granted trees has to be excepted that has no name by which it could be. */
export class NamelessExcepted extends StartFailure {
  constructor() {
    super(
      "a tree that it was granted holds a name that is no UTF-8, of or above what is excepted from the grant; give it another name"
    )
  }
}
