import { spawn } from "node:child_process"
import { expect, it } from "vitest"
import { type Ended, ended } from "../commandLine.ts"
import { folder } from "../folder.ts"

const main = new URL("../../src/main.ts", import.meta.url).href

/** Runs a command from its sources, where the package of the toolbox is not found. */
const run = (args: ReadonlyArray<string>, files: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const program = `import { registerHooks } from "node:module"
registerHooks({
  resolve: (from, context, next) =>
    next(from, from === "@toolgate/toolbox" ? { ...context, parentURL: "file:///nowhere/" } : context)
})
process.argv.push("main", ...${JSON.stringify(args)})
const { main } = await import(${JSON.stringify(main)})
main()`
  const words = ["--conditions=@toolgate/source", "--input-type=module", "-e", program]
  const env = { ...process.env, XDG_CONFIG_HOME: folder(), XDG_STATE_HOME: folder() }
  return ended(spawn(process.execPath, words, { cwd: folder({ "a.txt": "hello", ...files }), env, stdio: "pipe" }))
}

it("a command line without the toolbox works, and says for a tool what to install", async () => {
  expect(await run(["call", "read_file", "path=a.txt", "--policy", "host"])).toEqual({
    status: 0,
    stdout: "hello",
    stderr: ""
  })
  const { status, stderr } = await run(["call", "statistics", "data=[1,2]", "--policy", "host"])
  expect(status).toBe(1)
  expect(stderr).toContain(
    'If "statistics" is a tool of the toolbox, which is not installed, install the package "@toolgate/toolbox" beside this program.'
  )
})

it("a command line without the toolbox refuses its entries and settings, and says what to install", async () => {
  expect(await run(["supervise", "--toolbox", "chain,math", "--", "true"])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('install the package "@toolgate/toolbox" beside this program.')
  })
  const settings = ["call", "read_file", "path=a.txt", "--policy", "host", "--toolbox-settings", "t.yaml"]
  expect(await run(settings, { "t.yaml": "version: 1\nweb: {}\n" })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/t\.yaml.*the toolbox is not installed.*install the package "@toolgate\/toolbox"/)
  })
})
