import type { MadeDecision } from "./ApprovalSeal.ts"

/** Returns the person who decided, the client and the time, where known. */
export const pickProvenance = ({ by, from, at }: Pick<MadeDecision, "by" | "from" | "at">) => ({
  ...(by === "" ? {} : { by }),
  ...(from === "" ? {} : { from }),
  at
})
