import { DryRun, parsePolicy } from "@toolgate/policy-files"
import { explainUnavailable } from "@toolgate/policy-files/explanation"
import { BubblewrapPath } from "@toolgate/processes"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import { builtins, shell } from "toolgate"
import { describe, expect, it } from "vitest"
import * as SandboxesHere from "../../src/policy/sandboxesHere.ts"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const lacks = (text: string, tool: string, args: object, definition?: object) =>
  Effect.gen(function* () {
    const workspace = yield* openWorkspace(folder())
    const config = yield* parsePolicy(`version: 1\n${text}`, "p.yaml")
    const dryRun = yield* DryRun.make({ configs: [config], workspace, validator: yield* validator })
    return yield* explainUnavailable(yield* dryRun.check({ tool, args, definition } as never, "test"))
  }).pipe(
    Effect.provide([
      MapToolRegistry.layer([...builtins({ withHostTools: true }), shell]),
      WorkspaceResources.layer,
      SandboxesHere.layer
    ]),
    Effect.provideService(BubblewrapPath, "/nowhere/bwrap"),
    Effect.runPromise
  )

describe("what this machine lacks for a call", () => {
  const ls = { command: "ls" }

  it("is its sandbox, if that is not installed", async () => {
    expect(await lacks("tools: { Echo: { sandbox: microvm } }", "Echo", { text: "a" })).toBe(
      'The sandbox "microvm" is not installed on this machine; installed: host, wasm, provider.'
    )
    expect(await lacks("default: { sandbox: remote }", "own", {}, { side_effects: "READ" })).toMatch(/"remote" is not/)
  })

  it("is a sandbox that can run the tool, where that is known", async () => {
    expect(await lacks("tools: { Echo: { sandbox: wasm } }", "Echo", { text: "a" })).toBe(
      'The sandbox "wasm" on this machine cannot run tool "Echo"; the tool has: function; the sandbox runs: wasm, script.'
    )
    expect(await lacks("default: { sandbox: wasm }", "own", {}, { side_effects: "READ" })).toBeUndefined()
  })

  it("is the means to confine a command, unless that is waived", async () => {
    expect(await lacks("", "shell", ls)).toMatch(/^Tool "shell" .*bubblewrap/)
    expect(await lacks("tools: { shell: { unconfined: true } }", "shell", ls)).toBeUndefined()
  })

  it("is nothing for a call that is denied, is at fault, or would run", async () => {
    expect(await lacks("default: { sandbox: microvm }\nrules: { deny: [Echo] }", "Echo", { text: "a" })).toBeUndefined()
    expect(await lacks("default: { sandbox: microvm }", "Ecco", {})).toBeUndefined()
    expect(await lacks("", "Echo", { text: "a" })).toBeUndefined()
  })

  it("is reported by check, explain and test", async () => {
    const tests = 'tests: [{ call: { tool: Echo, args: { text: "a" } }, expect: allow }]'
    const cwd = folder({ "p.yaml": `version: 1\ntools: { Echo: { sandbox: microvm } }\n${tests}\n` })
    const lack = 'The sandbox "microvm" is not installed on this machine; installed: host, wasm, provider.'
    const input = '{"tool":"Echo","args":{"text":"a"}}\n'
    const check = await toolgate(["policy", "check", "--policy", "p.yaml"], { cwd, input })
    expect(JSON.parse(check.stdout)).toMatchObject({ decision: "allow", sandbox: "microvm", unavailable: lack })
    const explain = ["policy", "explain", "Echo", '{"text":"a"}', "--policy", "p.yaml"]
    const { stdout } = await toolgate(explain, { cwd })
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`this machine would refuse the call: ${lack}`)
    expect(JSON.parse((await toolgate([...explain, "--json"], { cwd })).stdout)).toMatchObject({ unavailable: lack })
    expect(await toolgate(["policy", "test", "p.yaml"], { cwd })).toEqual({
      status: 0,
      stdout: "1 passed, 0 failed\n",
      stderr: `toolgate: 1 test is about a call that this machine would refuse: ${lack}\n`
    })
  })
})
