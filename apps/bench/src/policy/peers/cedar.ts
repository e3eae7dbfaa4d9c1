import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs"
import { getPath, type PolicyPeer, type SameRules } from "./PolicyPeer.ts"

let sets = 0

/** The peer Cedar as WebAssembly, with preparsed policies. */
export const cedar: PolicyPeer = {
  name: "Cedar 4.13 (wasm)",
  how: "a policy set parsed before, no entities and no schema; the role is the principal, the tool the action, the path in the context, folders as `like` patterns. It says which policies decided.",
  open: async (rules) => {
    const id = `bench_${++sets}`
    const parsed = preparsePolicySet(id, { staticPolicies: textOf(rules) })
    if (parsed.type === "failure") throw new Error(`Cedar does not take the rules: ${parsed.errors[0]?.message}`)
    return (request) => {
      const { tool, context } = request
      const answer = statefulIsAuthorized({
        principal: { type: "Role", id: context.principal.role ?? "" },
        action: { type: "Action", id: tool.name },
        resource: { type: "Gate", id: "tools" },
        context: { path: getPath(request) },
        preparsedPolicySetId: id,
        entities: []
      })
      return answer.type === "success" && answer.response.decision === "allow"
    }
  }
}

const textOf = ({ denied, forbidden }: SameRules): string =>
  [
    "permit(principal, action, resource);",
    ...denied.map(({ tool, folder }) => {
      const when = folder === undefined ? "" : ` when { context.path like "${folder}/*" }`
      return `forbid(principal, action == Action::"${tool}", resource)${when};`
    }),
    ...[...forbidden].map(
      ([role, tool]) => `forbid(principal == Role::"${role}", action == Action::"${tool}", resource);`
    )
  ].join("\n")
