import { createMongoAbility, subject } from "@casl/ability"
import { getPath, type PolicyPeer } from "./PolicyPeer.ts"

/** The peer CASL, with one ability for each role, as its documentation recommends. */
export const casl: PolicyPeer = {
  name: "CASL 7.0",
  how: "an ability for each role, made before; the tool is the subject's type, folders as conditions with a regular expression on its path. It says which rule decided when asked for it, which is not measured.",
  open: async ({ denied, forbidden }) => {
    const rules = denied.map(({ tool, folder }) => ({
      action: "call",
      subject: tool,
      inverted: true,
      ...(folder === undefined ? {} : { conditions: { path: { $regex: `^${folder}/` } } })
    }))
    const everything = { action: "call", subject: "all" }
    const byRole = new Map(
      [...forbidden].map(([role, tool]) => [
        role,
        createMongoAbility([everything, ...rules, { action: "call", subject: tool, inverted: true }])
      ])
    )
    return (request) => {
      const { tool, context } = request
      const ability = byRole.get(context.principal.role ?? "")
      if (ability === undefined) return false
      const path = getPath(request)
      return ability.can("call", path === "" ? tool.name : subject(tool.name, { path }))
    }
  }
}
