import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { afterEach, expect, it } from "vitest"
import { outputOfExample } from "./toolsPage/outputOfExample.ts"
import { toolsPage } from "./toolsPage/toolsPage.ts"

const page = readFileSync(new URL("../../../docs/tools.md", import.meta.url), "utf8")

const hasPrograms = ["git", "python3"].every((program) => spawnSync(program, ["--version"]).status === 0)

const { XDG_STATE_HOME: state } = process.env
afterEach(() => {
  if (state === undefined) delete process.env.XDG_STATE_HOME
  else process.env.XDG_STATE_HOME = state
})

it.skipIf(!hasPrograms)(
  "the page of the tools is up to date, including the results of its examples",
  async () => {
    expect(page).toBe(await toolsPage(outputOfExample))
  },
  120_000
)
