import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { HostPolicy, ToolgateLayer } from "../src/effect.ts"
import { createToolgate, defineTool, type RunnerOptions, type ToolgateOptions } from "../src/index.ts"
import { toolgateOptions } from "../src/optionNames.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "toolgate-"))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Opens a gate as JavaScript would, regardless of the types. */
const open = (options: object) =>
  createToolgate({ workspace: folder(), policy: "host", tools: [], ...options } as ToolgateOptions)

describe("createToolgate", () => {
  it.each([
    [{ sandbox: {} }, '"sandbox"; did you mean "sandboxes"?'],
    [{ Tools: [] }, '"Tools"; did you mean "tools"?'],
    [{ worksapce: "." }, '"worksapce"; did you mean "workspace"?'],
    [{ logge: undefined }, '"logge"; did you mean "logger"?'],
    [{ onask: () => ({ decision: "approve" }) }, '"onask"; did you mean "onAsk"?'],
    [{ limits: { callPerSession: 1 } }, '"limits.callPerSession"; did you mean "limits.callsPerSession"?'],
    [{ sandboxes: { systemPath: [] } }, '"sandboxes.systemPath"; did you mean "sandboxes.systemPaths"?'],
    [{ sandboxes: { wasm: { pools: {} } } }, '"sandboxes.wasm.pools"; did you mean "sandboxes.wasm.pool"?'],
    [
      { sandboxes: { wasm: { pool: { spare: 1 } } } },
      '"sandboxes.wasm.pool.spare"; did you mean "sandboxes.wasm.pool.spares"?'
    ],
    [{ pins: { apps: "approved" } }, '"pins.apps"; did you mean "pins.app"?'],
    [{ policy: { files: [], judge: [] } }, '"policy.judge"; did you mean "policy.judges"?'],
    [
      { audit: { dir: "/var/log" } },
      expect.stringMatching(/^"audit\.dir"; there are audit\.folder, .* and audit\.\w+\.$/)
    ],
    [{ "a\nb": 1 }, expect.stringMatching(/^"a\\nb"; there are workspace, .* more\.$/)],
    [{ __proto__: null, constructor: 1 }, expect.stringMatching(/^"constructor"; there are/)]
  ])("refuses the option of %o, and suggests the nearest", async (wrong, told) => {
    const refused = await open(wrong).catch((error) => error)
    expect(refused).toBeInstanceOf(TypeError)
    expect(refused.message.replace("Cannot open the gate: unknown option ", "")).toEqual(told)
  })

  it.each([undefined, null, "workspace", 7])("refuses %o in place of options", async (options) => {
    const refused = createToolgate(options as unknown as ToolgateOptions)
    await expect(refused).rejects.toThrow(
      new TypeError('Cannot open the gate: pass an options object with at least "workspace", "policy" and "tools".')
    )
  })

  it.each([undefined, null, 7])("refuses %o in place of a workspace", async (workspace) => {
    const refused = open({ workspace })
    await expect(refused).rejects.toThrow(new TypeError('A gate needs "workspace": the path of a folder, as in "."'))
  })

  it("leaves other objects alone: variables, a hook's own members, a layer, a logger", async () => {
    const hook = { onToolStart: () => {}, seen: 0 }
    const say = () => {}
    const logger = { trace: say, debug: say, info: say, warn: say, error: say, fatal: say, child: say }
    const gate = await open({
      sandboxes: { environment: { ANY: "1" } },
      hooks: [hook],
      policy: HostPolicy.layer,
      logger
    })
    await gate.close()
  })

  it.each([
    [{ a: {} }, '"agents.a.command" must be a list of strings: the program, then its arguments.'],
    [{ a: { command: [] } }, '"agents.a.command" must be a list of strings: the program, then its arguments.'],
    [{ a: { comand: ["true"] } }, 'unknown option "agents.a.comand"; did you mean "agents.a.command"?'],
    [{ a: { command: ["true"] }, b: null }, '"agents.b" must be an object of options.']
  ])("refuses the agents %o", async (agents, told) => {
    await expect(open({ agents })).rejects.toThrow(told)
  })

  it("refuses unknown names at every depth", async () => {
    for (const path of paths(toolgateOptions))
      for (const name of ["", "other", "toString", "\u202e"]) {
        const wrong = path.reduceRight<object>((beneath, step) => ({ [step]: beneath }), { [name]: undefined })
        await expect(open(wrong)).rejects.toThrow("Cannot open the gate: unknown option ")
      }
  })
})

it("rejects them also for a gate as a layer", () => {
  expect(() => ToolgateLayer.layer({ policy: "host", tools: [], hook: [] } as ToolgateLayer.GateOptions)).toThrow(
    'Cannot open the gate: unknown option "hook"; did you mean "hooks"?'
  )
})

it.each([
  [{ readonly: true }, '"readonly"; did you mean "readOnly"?'],
  [{ confinement: { files: [], networks: true } }, '"confinement.networks"; did you mean "confinement.network"?'],
  [
    { confinement: { files: [{ path: "/", mod: "r" }] } },
    '"confinement.files.mod"; did you mean "confinement.files.mode"?'
  ],
  [{ processLimits: { wallMS: 1 } }, '"processLimits.wallMS"; did you mean "processLimits.wallMs"?'],
  [{ restart: { onFailures: 1 } }, '"restart.onFailures"; did you mean "restart.onFailure"?'],
  [{ bounds: { childrens: 1 } }, '"bounds.childrens"; did you mean "bounds.children"?']
])("startRunner refuses the option of %o", async (wrong, told) => {
  await using gate = await open({})
  const options = { command: ["true"], confinement: "none", ...wrong } as unknown as RunnerOptions
  const refused = await gate.startRunner(options).catch((error) => error)
  expect(refused).toBeInstanceOf(TypeError)
  expect(refused.message.replace("Cannot start the runner: unknown option ", "")).toEqual(told)
})

describe("an unknown option of a call", () => {
  const ran: Array<string> = []
  const tool = defineTool({
    name: "write",
    description: "Writes.",
    parameters: { type: "object" },
    sideEffects: "WRITE",
    execute: () => ran.push("ran")
  })

  it.each([
    [{ readonly: true }, '"readonly"; did you mean "readOnly"?'],
    [{ timeoutMS: 1 }, '"timeoutMS"; did you mean "timeoutMs"?'],
    [{ limits: { wallMS: 1 } }, '"limits.wallMS"; did you mean "limits.wallMs"?'],
    [{ refusal: undefined }, expect.stringMatching(/^"refusal"; there are session, .*\.$/)]
  ])("%o is refused in the answer, and nothing runs", async (wrong, told) => {
    ran.length = 0
    await using gate = await open({ tools: [tool] })
    const call = { id: "1", tool: "write", args: {} }
    for (const answer of [
      await gate.dispatch(call, wrong as object),
      ...(await gate.dispatchAll([call], wrong as object))
    ]) {
      expect(answer).toMatchObject({ callId: "1", success: false, executed: "no", error: { why: "InvalidArgs" } })
      expect(answer.error?.message.replace("The call was refused: unknown option ", "")).toEqual(told)
    }
    expect(ran).toEqual([])
    expect(await gate.dispatchAll([call], { concurrency: 1, readOnly: false })).toMatchObject([{ success: true }])
  })

  it("is reported to the listener of the call", async () => {
    await using gate = await open({ tools: [tool] })
    const heard: Array<unknown> = []
    const options = { onEvent: (event: unknown) => heard.push(event), onoutput: () => {} }
    const { error } = await gate.dispatch({ id: "1", tool: "write", args: {} }, options)
    expect(error?.message).toMatch(/"onoutput"; did you mean "onOutput"\?$/)
    expect(heard).toMatchObject([{ type: "tool.input_invalid", callId: "1", message: error?.message }])
  })

  it("throws when tools are listed", async () => {
    await using gate = await open({ tools: [tool] })
    const asker = { readonly: true } as object
    expect(() => gate.tools.list(asker)).toThrow(
      'Cannot list the tools: unknown option "readonly"; did you mean "readOnly"?'
    )
    expect(() => gate.canUseTool("write", asker)).toThrow('unknown option "readonly"; did you mean "readOnly"?')
    expect(gate.canUseTool("write", { session: "s", readOnly: true })).toBe(false)
  })
})

/** Lists the steps that lead to each object of options. */
const paths = (names: object): ReadonlyArray<ReadonlyArray<string>> => [
  ...("NAME" in names ? [] : [[]]),
  ...Object.entries(names).flatMap(([name, beneath]) => {
    const within = typeof beneath === "function" ? beneath.names : beneath
    return typeof within === "object" ? paths(within).map((path) => [name, ...path]) : []
  })
]
