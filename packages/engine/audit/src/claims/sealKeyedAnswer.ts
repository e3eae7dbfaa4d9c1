import type { KeyClaim, PermissionRequest, Replayed, ToolExecution } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Seals a call's answer for its idempotency key, arguments, resources and workspace. Returns `undefined` if the answer
 * is too long to store.
 */
export const sealKeyedAnswer = (
  key: SecretKey,
  claim: KeyClaim,
  request: PermissionRequest,
  { executed, output, error }: ToolExecution
): string | undefined => {
  const text = textOf({ executed, output, error })
  return text === undefined || text.length > longest ? undefined : key.seal(text, associated(claim, request))
}

/**
 * Opens the answer that was stored for an idempotency key. Returns `undefined` if it cannot be read, or if the first
 * call had another workspace or its arguments resolved to other resources: the policy has judged this call, not the
 * earlier one.
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
    // A custom tool may return output that JSON cannot express.
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

/** The length limit of a stored answer, in characters. */
const longest = 1024 * 1024
