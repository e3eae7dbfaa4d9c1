import type { Case } from "../Case.ts"

/** A way to run a tool in another library. */
export type Peer = Pick<Case, "run">
