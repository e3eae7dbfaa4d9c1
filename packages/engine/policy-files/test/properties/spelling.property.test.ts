import { type Resource, Resources, type ToolDefinition } from "@toolgate/core"
import type { PolicyConfig } from "@toolgate/policy"
import { makePermissionRequest, makeToolDefinition, runs } from "@toolgate/testing"
import { WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { strictness } from "./reference/decision.ts"
import { mostly, one } from "./world/chance.ts"
import { anyConfig, bareConfig, ruledConfig } from "./world/configs.ts"
import { pathPatterns } from "./world/names.ts"
import { Places } from "./world/places.ts"
import { plainPrincipal, resolved } from "./world/requests.ts"
import { policyOf } from "./world/world.ts"

const places = new Places()
const runtime = ManagedRuntime.make(WorkspaceResources.layer)
const { resolve } = await runtime.runPromise(Resources)
afterAll(async () => {
  await runtime.dispose()
  places[Symbol.dispose]()
})

const fileTool = (name: string, mode: "r" | "w" | "rw") =>
  makeToolDefinition({
    name,
    sideEffects: mode === "r" ? "READ" : "WRITE",
    resources: [{ kind: "file", arg: "/path", mode, within: "host" }]
  })
const fileTools = [fileTool("read_file", "r"), fileTool("write_file", "w"), fileTool("edit", "rw")]
const run = makeToolDefinition({ name: "run", sideEffects: "EXECUTE", resources: [{ kind: "argv", arg: "/argv" }] })
const shell = makeToolDefinition({
  name: "shell",
  sideEffects: "EXECUTE",
  resources: [{ kind: "shell", arg: "/command" }]
})
const tools = [...fileTools, run, shell]

const context = { principal: plainPrincipal, workspace: resolved(places.workspace) }

/** Returns the verdict of a policy on a call, asked like the gate asks, with the path under any name. */
const asked = (config: PolicyConfig, tool: ToolDefinition, args: Record<string, string | ReadonlyArray<string>>) => {
  const request = makePermissionRequest({ args, context }, tool)
  const resources: ReadonlyArray<Resource> = Effect.runSync(resolve(tool, request.args, request.context))
  const { decision, because } = policyOf({ configs: [config], known: tools, judges: [] }).judge({
    ...request,
    resources
  })
  return { decision, because, paths: resources.flatMap((each) => (each.kind === "file" ? [each.path] : [])) }
}

const pathAndSpelling = places.path.chain((path) => fc.tuple(fc.constant(path), places.spelling(path)))

describe("the decision on a path", () => {
  it('is the same for every spelling, with links, "..", doubled separators, absolute and relative', () => {
    const config = fc.oneof(anyConfig(true), ruledConfig).map((given) => places.moved(given))
    fc.assert(
      fc.property(config, one(fileTools), pathAndSpelling, (given, tool, [path, spelling]) => {
        const straight = asked(given, tool, { path })
        expect(straight.paths).toEqual([path])
        expect(asked(given, tool, { path: spelling })).toEqual(straight)
      }),
      runs(300)
    )
  })

  it("is the same for every spelling in the words and redirections of a command", async () => {
    // The grammar is loaded before the first measured call, so that no later call waits for it.
    await Effect.runPromise(resolve(shell, { command: "true" }, makePermissionRequest({ context }, shell).context))
    const rule = fc
      .tuple(one(["read_file", "write_file", "edit"]), mostly("**/.env", 3, one(pathPatterns)))
      .map(([tool, pattern]) => ({ tool, pattern, text: `${tool}(${pattern})`, source: "p:1:1" }))
    const list = fc.array(rule, { maxLength: 3 })
    const config = fc
      .tuple(list, list)
      .map(([deny, ask]) => places.moved({ ...bareConfig, rules: { deny, ask, allow: [] } }))
    const quoted = (path: string) => `'${path}'`
    fc.assert(
      fc.property(config, pathAndSpelling, (given, [path, spelling]) => {
        expect(asked(given, run, { argv: ["cat", spelling] })).toEqual(asked(given, run, { argv: ["cat", path] }))
        for (const command of ["cat ", "cat -n -- ", "cat < ", "echo x > "])
          expect(asked(given, shell, { command: `${command}${quoted(spelling)}` }), command).toEqual(
            asked(given, shell, { command: `${command}${quoted(path)}` })
          )
        // The position at which a file name begins within a word is unknown. The policy may find too many files, but
        // never too few.
        const { decision } = asked(given, shell, { command: `cat ${quoted(path)}` })
        for (const command of ["grep -f", "grep -hf", "dd if=", "sort --output="]) {
          const glued = asked(given, shell, { command: `${command}${quoted(spelling)}` })
          expect(strictness(glued.decision), command).toBeGreaterThanOrEqual(strictness(decision))
        }
      }),
      runs(40)
    )
  })
})
