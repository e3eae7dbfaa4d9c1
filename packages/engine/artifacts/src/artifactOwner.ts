import { createHash } from "node:crypto"
import type { ArtifactOwner, DispatchContext, Principal } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"

/**
 * Returns the owner of a call's artifacts: its session, and its chain of agents with the users they act for. Role, task
 * and ceiling are ignored.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { artifactOwner } from "@toolgate/artifacts"
 *
 * const principal = { agent: "assistant", onBehalfOf: "ada", ceiling: { tools: "any" } } as const
 * const owner = artifactOwner({ session: "s1", principal })
 * assert.equal(owner.session, "s1")
 * // The same agent has other artifacts when it acts for another person.
 * assert.notDeepEqual(artifactOwner({ session: "s1", principal: { ...principal, onBehalfOf: "bob" } }), owner)
 * ```
 */
export const artifactOwner = ({
  session,
  principal
}: Pick<DispatchContext, "session" | "principal">): ArtifactOwner => ({
  session,
  principal: createHash("sha256")
    .update(canonicalizeJson([...chainOf(principal)]))
    .digest("hex")
})

function* chainOf(principal: Principal) {
  for (let one: Principal | undefined = principal; one !== undefined; one = one.parent)
    yield [one.agent, one.onBehalfOf ?? null]
}
