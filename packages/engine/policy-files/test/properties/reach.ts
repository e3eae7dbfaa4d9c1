import type { Access, Allowed, Asked, FileAccess, GrantBounds, PermissionRequest, Verdict } from "@toolgate/core"
import { makeGrant } from "@toolgate/policy"
import { matchesHost } from "./reference/matchesHost.ts"
import { liesBeneath, pathMatches } from "./reference/pathMatches.ts"
import { hosts, paths, ports, programFolders, variables } from "./world/names.ts"

/** Further places to compare, in addition to those of requests and patterns. */
const places = [
  ...paths,
  ...[
    "/ws/src/lib",
    "/ws/src/lib/.env",
    "/ws/new/file",
    "/ws/src/new",
    "/etc/new/a",
    "/home/me/code/src/b",
    "/new",
    "/ws/b"
  ]
]
const servers = [...hosts, "new.api.example.org", "x.new.org", "new.test", "10.0.0.1"]
const doors = [...ports, 8080]

/** Returns everything that an access permits at any of these places, as a set of short sentences. */
export const reachOf = ({ files, hosts: given, env, path: folders = [] }: Access): ReadonlySet<string> => {
  const reached = new Set<string>()
  for (const path of places)
    for (const letter of ["r", "w"] as const)
      if (files.some((entry) => gives(entry, path, letter))) reached.add(`${letter} ${path}`)
  for (const host of servers)
    for (const port of doors)
      if (given === "any" || given.some((one) => named(one, host, port))) reached.add(`${host}:${port}`)
  for (const name of [...variables, "OTHER"]) if (env === "any" || env.includes(name)) reached.add(`$${name}`)
  for (const folder of programFolders) if (folders.includes(folder)) reached.add(`programs of ${folder}`)
  return reached
}

/** Returns everything that any call could reach within the bounds, as a set of short sentences. */
export const reachOfBounds = ({ files, hosts: given, env, path, except = [] }: GrantBounds): ReadonlySet<string> => {
  const trees = files ?? [{ path: "/" as FileAccess["path"], mode: "rw", scope: "tree" }]
  return reachOf({
    files: trees.map((tree) => ({ ...tree, except: [...(tree.except ?? []), ...except] })),
    hosts: given ?? "any",
    env: env ?? "any",
    path: path ?? programFolders
  })
}

const gives = ({ path: root, mode, scope, except = [] }: FileAccess, path: string, letter: "r" | "w"): boolean => {
  if (!mode.includes(letter) || !(scope === "tree" ? liesBeneath(path, root) : path === root)) return false
  // A file that may not be read may not be written either.
  return !except.some(
    ({ mode: kept, pattern, unless = [] }) =>
      (kept !== "w" || letter === "w") &&
      isMatched(pattern, path, true) &&
      !unless.some((taken) => isMatched(taken, path, false))
  )
}

// A cache, because the same few hundred patterns come with every grant.
const matched = new Map<string, boolean>()

const isMatched = (pattern: string, path: string, folded: boolean): boolean => {
  const key = `${folded} ${pattern}\0${path}`
  const known = matched.get(key) ?? pathMatches(pattern, path, "/", folded) === true
  matched.set(key, known)
  return known
}

const named = ({ host, port }: { readonly host: string; readonly port: number | "any" }, given: string, on: number) =>
  matchesHost(host, given, on) === true && (port === "any" || port === on)

/** Returns the ways in which one verdict on a request grants more than another; an empty list if it does not. */
export const excess = (request: PermissionRequest, wider: Verdict, narrower: Verdict): ReadonlyArray<string> => {
  if (wider.decision === "deny" || narrower.decision === "deny") return []
  const allowed = reachOf(confinedAccess(request, wider))
  return [
    ...[...reachOf(confinedAccess(request, narrower))].filter((one) => !allowed.has(one)),
    ...limitsBeyond(wider.bounds, narrower.bounds),
    ...(wider.bounds.confinement !== "waived" && narrower.bounds.confinement === "waived" ? ["no confinement"] : []),
    ...(wider.bounds.sandbox === undefined || wider.bounds.sandbox === narrower.bounds.sandbox
      ? []
      : [`the sandbox ${narrower.bounds.sandbox}`])
  ]
}

/** Returns the access of a call, with the folders of programs that only a confined command has. */
const confinedAccess = (request: PermissionRequest, verdict: Allowed | Asked): Access =>
  makeGrant(request, { ...verdict, bounds: { ...verdict.bounds, sandbox: "host", confinement: "required" } }).access

/** Returns the limits of the second list that exceed those of the first. */
export const limitsBeyond = (
  { limits: wide = {} }: GrantBounds,
  { limits: narrow = {} }: GrantBounds
): ReadonlyArray<string> =>
  (Object.keys(wide) as ReadonlyArray<keyof typeof wide>)
    .filter((name) => amount(narrow[name]) > amount(wide[name]))
    .map((name) => `more ${name}`)

const amount = (bound: number | "unlimited" | undefined): number =>
  bound === undefined || bound === "unlimited" ? Number.POSITIVE_INFINITY : bound
