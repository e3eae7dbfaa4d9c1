import type { PermissionRequest, Resource, Verdict } from "@toolgate/core"
import { runsCommands, suggestRule } from "@toolgate/policy"
import { getLeastCount, runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import { commandWorld } from "./world/commandWorld.ts"
import { anyRequest, resolved } from "./world/requests.ts"
import { anyWorld, busyWorld, policyOf, type World } from "./world/world.ts"

const tried = (world: World, request: PermissionRequest) => {
  const judge = (configs: World["configs"]): Verdict => policyOf({ ...world, configs }).judge(request)
  return suggestRule(request, { configs: world.configs, judge })
}

/**
 * Returns the names in a call, as a rule would have to contain them. A wrapper is read as the command that it starts.
 */
const named = ({ resources }: PermissionRequest): ReadonlySet<string> =>
  new Set(resources.flatMap((one) => (one.kind === "command" && one.wrapper ? [] : [nameOf(one)])))

const nameOf = (one: Resource): string =>
  JSON.stringify(
    one.kind === "file"
      ? [one.path, one.mode]
      : one.kind === "host"
        ? [one.host, one.port]
        : one.kind === "command"
          ? one.argv
          : one.kind
  )

/** Whether a call uses files of another call, each for no more than the other call does. */
const usesFilesOf = (call: PermissionRequest, than: PermissionRequest): boolean =>
  withoutFilesOf(call, than).length < call.resources.length || outsideOf(call).some((word) => namesFile(than, word))

/** Returns the targets of a call without the files of another call. */
const withoutFilesOf = (call: PermissionRequest, than: PermissionRequest): ReadonlyArray<Resource> =>
  call.resources.flatMap((one): ReadonlyArray<Resource> => {
    if (one.kind === "file") return namesFile(than, one.path, one.mode) ? [] : [one]
    if (one.kind !== "command" || one.outside === undefined) return [one]
    return [{ ...one, outside: one.outside.filter(({ path }) => !namesFile(than, path)) }]
  })

const namesFile = (call: PermissionRequest, path: string, mode = "r"): boolean =>
  filesOf(call).some((file) => file.path === path && [...mode].every((letter) => file.mode.includes(letter)))

const outsideOf = ({ resources }: PermissionRequest): ReadonlyArray<string> =>
  resources.flatMap((one) => (one.kind === "command" ? (one.outside ?? []).map(({ path }) => path) : []))

const filesOf = ({ resources }: PermissionRequest) => resources.filter((one) => one.kind === "file")

/** Returns calls that differ from a call in one thing: the folder, a name, a word, the host, the port, or the use. */
const neighbours = (request: PermissionRequest): ReadonlyArray<PermissionRequest> => {
  const { context, resources } = request
  const moved = (path: string) => resolved(path.replace(context.workspace, "/moved"))
  const files = (change: (path: string) => string) => (one: Resource) =>
    one.kind === "file" ? [{ ...one, path: resolved(change(one.path)) }] : []
  const hosts = (change: (host: string) => string, port: number) => (one: Resource) =>
    one.kind === "host" ? [{ ...one, host: change(one.host), port: one.port + port }] : []
  const words = (change: (argv: ReadonlyArray<string>) => ReadonlyArray<string>) => (one: Resource) =>
    one.kind === "command" ? [{ ...one, argv: change(one.argv) }] : []
  const changes: ReadonlyArray<(one: Resource) => ReadonlyArray<Resource>> = [
    files((path) => `${path}/x`),
    files((path) => path.slice(0, path.lastIndexOf("/")) || "/"),
    files((path) => path.toUpperCase()),
    hosts((host) => `x.${host}`, 0),
    hosts((host) => host, 1),
    words((argv) => [...argv, "x"]),
    words((argv) => argv.slice(0, -1)),
    words(([program = "", ...rest]) => [`./${program}`, ...rest]),
    words(([program = "", ...rest]) => [program, ...rest, ...rest])
  ]
  return [
    {
      ...request,
      context: { ...context, workspace: moved(context.workspace) },
      resources: resources.flatMap(files(moved))
    },
    ...changes.map((change) => ({ ...request, resources: resources.flatMap(change) }))
  ].filter((one) => one.resources.length === resources.length)
}

it("a suggested rule allows its own call, and no call of another tool or with another resource", () => {
  let suggested = 0
  let freed = 0
  fc.assert(
    fc.property(
      fc.oneof(anyWorld, busyWorld, commandWorld).chain((world) =>
        // Calls similar to those of the world: different calls of the same tools, and the same calls with different
        // parts.
        fc.tuple(fc.constant(world), fc.array(anyRequest(world.tools), { maxLength: 30 }))
      ),
      ([world, others]) => {
        for (const request of world.requests) {
          const found = tried(world, request)
          if (!("rule" in found)) continue
          suggested++
          const [before, after] = [policyOf(world), policyOf({ ...world, configs: found.configs })]
          expect(after.judge(request).decision).toBe("allow")
          const own = named(request)
          for (const other of [...world.requests, ...neighbours(request), ...others]) {
            if (before.judge(other).decision === "allow" || after.judge(other).decision !== "allow") continue
            freed++
            // A command may also use the same file as a word or in a redirection, and use it as the command itself may.
            if (other.tool !== request.tool) {
              expect(runsCommands(other.tool)).toBe(true)
              expect(usesFilesOf(other, request)).toBe(true)
              const rest = withoutFilesOf(other, request)
              if (rest.length > 0) expect(before.judge({ ...other, resources: rest }).decision).toBe("allow")
            } else if (!runsCommands(other.tool)) {
              // The rule may have named a path outside the workspace. In addition, the call names targets that were
              // already allowed.
              const rest = other.resources.filter((one) => !own.has(nameOf(one)))
              if (own.size > 0) expect(rest.length).toBeLessThan(other.resources.length)
              if (rest.length > 0) expect(before.judge({ ...other, resources: rest }).decision).toBe("allow")
            } else {
              const rest = other.resources.filter((one) => !own.has(nameOf(one)))
              const alone = { ...other, resources: rest }
              if (rest.some((one) => one.kind !== "command" || !one.wrapper))
                expect(before.judge(alone).decision).toBe("allow")
            }
          }
        }
      }
    ),
    runs(600)
  )
  expect(suggested).toBeGreaterThanOrEqual(getLeastCount(0.4, runs(600)))
  expect(freed).toBeGreaterThan(suggested)
})
