import { newEnforcer, newModelFromString } from "casbin"
import { getPath, type PolicyPeer } from "./PolicyPeer.ts"

/** The peer casbin, through its synchronous interface. */
export const casbin: PolicyPeer = {
  name: "casbin 5.51",
  how: "a model with role, tool and path, its rules in memory, deny overrides; folders by keyMatch. It does not say which rule decided.",
  open: async ({ denied, forbidden }) => {
    const enforcer = await newEnforcer(newModelFromString(model))
    await enforcer.addPolicies([
      ...denied.map(({ tool, folder }) => ["*", tool, folder === undefined ? "*" : `${folder}/*`, "deny"]),
      ...[...forbidden].map(([role, tool]) => [role, tool, "*", "deny"])
    ])
    return (request) => {
      const { tool, context } = request
      return enforcer.enforceSync(context.principal.role ?? "", tool.name, getPath(request))
    }
  }
}

const model = `
[request_definition]
r = role, tool, path

[policy_definition]
p = role, tool, path, eft

[policy_effect]
e = !some(where (p.eft == deny))

[matchers]
m = (p.role == "*" || p.role == r.role) && p.tool == r.tool && (p.path == "*" || keyMatch(r.path, p.path))
`
