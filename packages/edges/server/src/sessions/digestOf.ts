import { createHash } from "node:crypto"
import type { ApprovalRequest } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { ApprovalRequest as ApprovalRequestForm, encode } from "@toolgate/wire"

/** Returns the digest of all that a person sees of a question, in hexadecimal. */
export const digestOf = (request: ApprovalRequest): string =>
  createHash("sha256")
    .update(canonicalizeJson(encode(ApprovalRequestForm, request)))
    .digest("hex")
