import { randomBytes } from "node:crypto"
import type { CallClaim, Permit, Principal } from "@toolgate/core"
import { canonicalJson } from "@toolgate/core/json"
import type { SecretKey } from "@toolgate/local-secrets"

/**
 * Returns the claim of a permitted call, or `undefined` for a call that has neither an idempotency key nor a stored
 * approval. The id of a call claims nothing, because models and programs use ids again.
 */
export const callClaim = ({ request, approval }: Permit, key: SecretKey): CallClaim | undefined => {
  const { idempotencyKey, tool, args, context, goesOn } = request
  if (idempotencyKey === undefined && approval?.claim === undefined) return undefined
  return {
    approval: approval?.claim === undefined ? undefined : { id: approval.id, ...approval.claim },
    key:
      idempotencyKey === undefined
        ? undefined
        : {
            digest: key.mac(
              "idempotency key",
              canonicalJson([principalOf(context.principal), context.session, tool.name, idempotencyKey])
            ),
            args: key.mac("idempotency arguments", canonicalJson(args)),
            claim: randomBytes(16).toString("hex"),
            ...(goesOn === undefined ? {} : { goesOn })
          }
  }
}

/** Returns whom a call is made for. A bound on what they may do does not make them another. */
const principalOf = ({ agent, role, task, onBehalfOf, parent }: Principal): ReadonlyArray<unknown> => [
  agent,
  role ?? null,
  task ?? null,
  onBehalfOf ?? null,
  parent === undefined ? null : principalOf(parent)
]
