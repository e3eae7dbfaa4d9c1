import type { Case } from "../Case.ts"

/** A way of running a tool in another library, ready to run. */
export type Peer = Pick<Case, "run">
