import type { ApprovalRequest } from "@toolgate/core"

/** A question before it is sealed, which gives it its digest. */
export type NewQuestion = Omit<ApprovalRequest, "digest">
