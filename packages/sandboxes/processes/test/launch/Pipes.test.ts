import { chmodSync, closeSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { expect, it, vi } from "vitest"
import { Pipes } from "../../src/launch/Pipes.ts"
import { Folder } from "../machine.ts"

it("does not run a program from PATH to make pipes", async () => {
  using workspace = new Folder()
  mkdirSync(workspace.at("bin"))
  writeFileSync(workspace.at("bin/mkfifo"), `#!/bin/sh\ntouch ${workspace.at("ran")}\nexec /usr/bin/mkfifo "$@"\n`)
  chmodSync(workspace.at("bin/mkfifo"), 0o755)
  vi.stubEnv("PATH", `${workspace.at("bin")}:${process.env.PATH}`)
  const pipes = await new Pipes().take(2)
  vi.unstubAllEnvs()
  expect(existsSync(workspace.at("ran"))).toBe(false)
  for (const { read, write } of pipes ?? []) for (const fd of [read, write]) closeSync(fd)
})
