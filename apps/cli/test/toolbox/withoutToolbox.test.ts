import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import type { Ended } from "../commandLine.ts"
import { folder } from "../folder.ts"

const main = new URL("../../src/main.ts", import.meta.url).href

/** Runs commands one after the other, in one process, from their sources, where the package of the toolbox is not found. */
const run = (commands: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<Ended> => {
  const program = `import { registerHooks } from "node:module"
import { Writable } from "node:stream"
registerHooks({
  resolve: (from, context, next) =>
    next(from, from === "@toolgate/toolbox" ? { ...context, parentURL: "file:///nowhere/" } : context)
})
const { follow } = await import(${JSON.stringify(main)})
const never = { signal: new AbortController().signal, exitStatus: () => 1, beforeTheEnd() {}, leaveCtrlC: (run) => run(), takeHangUp() {} }
const ended = []
for (const words of ${JSON.stringify(commands)}) {
  const texts = { stdout: "", stderr: "" }
  const stream = (name) => new Writable({ write: (chunk, _, done) => done(void (texts[name] += chunk)) })
  const status = await follow(words, { stdout: stream("stdout"), stderr: stream("stderr") }, never)
  ended.push({ status, ...texts })
}
process.stdout.write(JSON.stringify(ended), () => process.exit())`
  const words = ["--conditions=@toolgate/source", "--input-type=module", "-e", program]
  const env = { ...process.env, XDG_CONFIG_HOME: folder(), XDG_STATE_HOME: folder() }
  const cwd = folder({ "a.txt": "hello", "t.yaml": "version: 1\nweb: {}\n" })
  return JSON.parse(String(execFileSync(process.execPath, words, { cwd, env })))
}

it("a command line without the toolbox works, and explains what to install for its tools, entries and settings", () => {
  const read = ["call", "read_file", "path=a.txt", "--policy", "host"]
  const ended = run([
    read,
    ["call", "statistics", "data=[1,2]", "--policy", "host"],
    ["supervise", "--toolbox", "chain,math", "--", "true"],
    [...read, "--toolbox-settings", "t.yaml"]
  ])
  expect(ended).toEqual([
    { status: 0, stdout: "hello", stderr: "" },
    {
      status: 1,
      stdout: "",
      stderr: expect.stringContaining(
        'If "statistics" is a tool of the toolbox, which is not installed, install the package "@toolgate/toolbox" beside this program.'
      )
    },
    {
      status: 2,
      stdout: "",
      stderr: expect.stringContaining('install the package "@toolgate/toolbox" beside this program.')
    },
    {
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /t\.yaml: these settings are for the toolbox, which is not installed; install the package "@toolgate\/toolbox"/
      )
    }
  ])
})
