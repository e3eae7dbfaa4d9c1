import type {
  Ceiling,
  CommandResource,
  PermissionRequest,
  Principal,
  ResolvedPath,
  Resource,
  ResourceDeclaration,
  ToolDefinition
} from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import fc from "fast-check"
import { few, maybe, mostly, one } from "./chance.ts"
import { anyLimits, anyTrees } from "./configs.ts"
import {
  agents,
  hosts,
  paths,
  ports,
  programs,
  roles,
  sessions,
  tasks,
  toolNames,
  variables,
  words,
  workspaces
} from "./names.ts"

export const resolved = (path: string): ResolvedPath => path as ResolvedPath

const path = one(paths).map(resolved)

const server = fc.record({ host: one(hosts), port: one(ports) })

const command: fc.Arbitrary<CommandResource> = fc.record({
  kind: fc.constant("command" as const),
  argv: fc.tuple(one(programs), fc.array(one(words), { maxLength: 4 })).map(([program, rest]) => [program, ...rest]),
  assigned: mostly([], 6, few<string>(variables, 2)),
  wrapper: mostly(false, 10, fc.constant(true)),
  inWorkspace: mostly(true, 8, fc.constant(false)),
  paths: fc.uniqueArray(path, { maxLength: 2 }),
  hosts: mostly([], 4, fc.array(server, { maxLength: 2 }))
})

const redirection = fc.record({ kind: fc.constant("file" as const), path, mode: one(["r", "w", "w", "rw"] as const) })
const opaque: Resource = { kind: "opaque", reason: "A part that nobody can read." }
const unread: Resource = { kind: "unread", reason: "A part that nobody has read." }

const commandLine: fc.Arbitrary<Array<Resource>> = fc
  .tuple(
    fc.array(command, { minLength: 1, maxLength: 2 }),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(redirection, { maxLength: 2 }) }
    ),
    mostly<Array<Resource>, Array<Resource>>([], 8, one([[opaque], [opaque], [unread], [opaque, unread]]))
  )
  .map(([commands, redirections, hidden]) => [...commands, ...redirections, ...hidden])

const resourcesOf = (declaration: ResourceDeclaration): fc.Arbitrary<Array<Resource>> => {
  if (declaration.kind === "file")
    return path.map((each): Array<Resource> => [{ kind: "file", path: each, mode: declaration.mode }])
  if (declaration.kind === "url")
    return fc.record({ kind: fc.constant("host" as const), host: one(hosts), port: one(ports) }).map((host) => [host])
  return commandLine
}

const hostAccess = fc.record({
  host: one(["example.org", "*.example.org", "**.example.org", "**", "127.0.0.1"]),
  port: one([80, 443, "any"] as const)
})

/** A ceiling for a principal. */
export const anyCeiling: fc.Arbitrary<Ceiling> = fc
  .record({
    tools: mostly<"any", ReadonlyArray<string>>("any", 3, few<string>(toolNames, 7)),
    files: maybe(
      4,
      anyTrees.map((all) => all.map((tree) => ({ path: resolved(tree.path), mode: tree.mode })))
    ),
    hosts: maybe(4, fc.array(hostAccess, { maxLength: 2 })),
    limits: maybe(3, anyLimits),
    readOnly: maybe(8, fc.boolean()),
    noWeb: maybe(8, fc.boolean())
  })
  .map(withoutAbsent)

function withoutAbsent({
  tools,
  files,
  hosts: given,
  limits,
  readOnly,
  noWeb
}: { [K in keyof Ceiling]-?: Ceiling[K] | undefined } & Pick<Ceiling, "tools">): Ceiling {
  return {
    tools,
    ...(files === undefined ? {} : { files }),
    ...(given === undefined ? {} : { hosts: given }),
    ...(limits === undefined ? {} : { limits }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(noWeb === undefined ? {} : { noWeb })
  }
}

const unbounded: Ceiling = { tools: "any" }

const named = fc
  .record({
    agent: one(agents),
    role: fc.option(one(roles), { freq: 4, nil: undefined }),
    task: maybe<string>(2, one(tasks)),
    ceiling: mostly(unbounded, 2, anyCeiling)
  })
  .map(
    ({ agent, role, task, ceiling }): Principal => ({
      agent,
      ceiling,
      ...(role === undefined ? {} : { role }),
      ...(task === undefined ? {} : { task })
    })
  )

/** A principal below at most two others. Their ceilings need not lie within each other. */
export const anyPrincipal: fc.Arbitrary<Principal> = fc
  .tuple(named, mostly<Array<Principal>, Array<Principal>>([], 3, fc.array(named, { maxLength: 2 })))
  .map(
    ([first, above]) =>
      [first, ...above].reduceRight<Principal | undefined>(
        (parent, one_) => (parent === undefined ? one_ : { ...one_, parent }),
        undefined
      ) ?? first
  )

/** A principal without a ceiling. */
export const plainPrincipal: Principal = { agent: "agent-1", role: "coder", ceiling: unbounded }

/** Returns a request to one of these tools, with resources that match the tool's declarations. */
export const anyRequest = (
  tools: ReadonlyArray<ToolDefinition>,
  principals: fc.Arbitrary<Principal> = anyPrincipal
): fc.Arbitrary<PermissionRequest> =>
  one(tools).chain((tool) =>
    fc
      .record({
        resources: fc.tuple(...tool.resources.map(resourcesOf)).map((all) => all.flat()),
        principal: principals,
        workspace: mostly("/ws", 3, one(workspaces)),
        session: one(sessions),
        chained: mostly(false, 4, fc.constant(true))
      })
      .map(({ resources, principal, workspace, session, chained }) =>
        makePermissionRequest(
          {
            resources,
            context: {
              principal,
              session,
              workspace: resolved(workspace),
              caller: chained ? { kind: "chain", parent: "1", chain: "1", index: 0 } : { kind: "direct" }
            }
          },
          tool
        )
      )
  )

/** A principal whose ceiling restricts only files, hosts and limits. */
export const boundedPrincipal: fc.Arbitrary<Principal> = fc
  .tuple(one(agents), anyCeiling)
  .map(([agent, { files, hosts: given, limits }]) => ({
    agent,
    ceiling: withoutAbsent({ tools: "any", files, hosts: given, limits, readOnly: undefined, noWeb: undefined })
  }))
