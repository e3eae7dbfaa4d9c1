import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"

/** Returns a folder that exists as long as the test runs, with the command of this package installed in `node_modules`. */
const installCommand = (): string => {
  const root = mkdtempSync(join(tmpdir(), "toolgate-command-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const installed = join(root, "app/node_modules/toolgate/bin")
  cpSync(join(import.meta.dirname, "../bin"), installed, { recursive: true })
  return root
}

/** Puts a package in the place of the command line, which prints where it was found. */
const putCommandLine = (folder: string) => {
  const cli = join(folder, "@toolgate/cli")
  mkdirSync(cli, { recursive: true })
  writeFileSync(join(cli, "package.json"), '{ "bin": { "toolgate": "main.cjs" } }')
  writeFileSync(join(cli, "main.cjs"), "console.log(process.argv.slice(1).join())")
  return join(cli, "main.cjs")
}

const runCommand = (root: string) => {
  const env = { NODE_PATH: join(root, "elsewhere"), HOME: join(root, "home") }
  const command = join(root, "app/node_modules/toolgate/bin/toolgate.cjs")
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "a"], { encoding: "utf8", env })
  return { status, stdout, stderr }
}

it("starts the command line that is installed beside it", () => {
  const root = installCommand()
  const main = putCommandLine(join(root, "app/node_modules"))
  expect(runCommand(root)).toEqual({ status: 0, stdout: `${main},a\n`, stderr: "" })
})

it("starts none from a folder above, NODE_PATH or the home folder", () => {
  const root = installCommand()
  for (const folder of ["node_modules", "elsewhere", "home/.node_modules"]) putCommandLine(join(root, folder))
  expect(runCommand(root)).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining('"@toolgate/cli", which is not installed beside "toolgate"')
  })
})
