import type { Case } from "../Case.ts"

/** Another program's way of running a tool, ready to run it. */
export type Peer = Pick<Case, "run">
