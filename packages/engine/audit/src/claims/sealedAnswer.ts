import type { KeyClaim, PermissionRequest, Replayed, ToolExecution } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Returns the answer to a call sealed for its idempotency key, its arguments, what they point at and its workspace, or `undefined` for
 * an answer that is too long to be kept.
 */
export const sealedAnswer = (
  key: SecretKey,
  claim: KeyClaim,
  request: PermissionRequest,
  { executed, output, error }: ToolExecution
): string | undefined => {
  const text = textOf({ executed, output, error })
  return text === undefined || text.length > longest ? undefined : key.seal(text, associated(claim, request))
}

/**
 * Returns the answer that was sealed for the idempotency key of a call, or `undefined` if it cannot be read. That is also so if the
 * first call was made in another workspace, or its arguments pointed at something else: the policy has judged this call, and not
 * what the answer is about.
 */
export const openAnswer = (
  key: SecretKey,
  claim: KeyClaim,
  request: PermissionRequest,
  sealed: string
): Replayed | undefined => {
  const text = key.open(sealed, associated(claim, request))
  return text === undefined ? undefined : { _tag: "Replayed", error: undefined, ...JSON.parse(text) }
}

const textOf = (answer: object): string | undefined => {
  try {
    return JSON.stringify(answer)
  } catch {
    // A tool's own code may put into its output what JSON cannot express.
    return undefined
  }
}

const associated = ({ digest, args }: KeyClaim, { context, resources }: PermissionRequest): ReadonlyArray<string> => [
  "idempotency answer",
  digest,
  args,
  context.workspace,
  canonicalizeJson(resources)
]

/** The length, in characters, of the longest answer that is kept. */
const longest = 1024 * 1024
