import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folder } from "./folder.ts"
import { toolgate } from "./withinProcess.ts"

const ship = `names: [ship]
options: -v
subcommands:
  status: { options: --json }
  out: { dangers: { publishes: --prod } }
`

/** Returns a folder with a policy, a folder of files about programs, and a workspace. */
const setUp = (files: Readonly<Record<string, string>>) => {
  const own = folder(files)
  const cwd = folder({ "ship.sh": "echo shipped\n" })
  const policy = join(folder({}), "p.yaml")
  writeFileSync(
    policy,
    `version: 1
programs: ${own}
rules: { allow: ["shell(ship:*)"] }
tests:
  - { call: { tool: shell, args: { command: ship status --json } }, expect: allow }
  - { call: { tool: shell, args: { command: ship out --prod } }, expect: ask }
`
  )
  return { own, cwd, policy }
}

const run = (cwd: string, ...args: ReadonlyArray<string>) => toolgate(args, { cwd })

describe("a team's own program", () => {
  it("is judged by its file in every command", async () => {
    const { cwd, policy } = setUp({ "ship.yaml": ship })
    expect(await run(cwd, "policy", "test", policy)).toMatchObject({ status: 0, stdout: "2 passed, 0 failed\n" })
    expect(await run(cwd, "policy", "lint", "--strict", policy)).toMatchObject({ status: 0 })
    const explained = await run(cwd, "policy", "explain", "shell", "command=ship out --prod", "--policy", policy)
    expect(explained.stdout).toContain('"--prod" publishes')
    const asked = await run(cwd, "call", "shell", "command=ship out --prod", "--policy", policy)
    expect(asked).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No allow rule matches the command: "--prod" publishes')
    })
    // The gate lets the command start, and there is no such program on this machine.
    const allowed = await run(cwd, "call", "shell", "command=ship status --json", "--policy", policy)
    expect(allowed.stderr).toContain("ended with exit status 127")
  })

  it("asks about every word while its file is invalid, and each command names the fault", async () => {
    const { cwd, own, policy } = setUp({ "ship.yaml": ship.replace("options: -v", "optoins: -v") })
    const fault = `${join(own, "ship.yaml")}:2:1`
    expect(await run(cwd, "policy", "lint", policy)).toMatchObject({
      status: 2,
      stdout: expect.stringContaining(`${fault}: error: unknown key "optoins" in a program; did you mean "options"?\n`)
    })
    for (const args of [
      ["policy", "test", policy],
      ["policy", "explain", "shell", "command=ship status", "--policy", policy],
      ["call", "shell", "command=ship status --json", "--policy", policy]
    ])
      expect(await run(cwd, ...args)).toMatchObject({ stderr: expect.stringContaining(fault) })
    expect(await run(cwd, "policy", "test", policy)).toMatchObject({ status: 1 })
  })

  it("is not named by the policy of a workspace", async () => {
    const { cwd, own } = setUp({ "ship.yaml": "names: [ship]\nrest: anyone\n" })
    const user = join(folder({}), "user.yaml")
    writeFileSync(user, 'version: 1\nrules: { allow: ["shell(ship:*)"] }\n')
    writeFileSync(join(cwd, "toolgate.yaml"), `version: 1\nprograms: ${own}\n`)
    const explained = await run(cwd, "policy", "explain", "shell", "command=ship -x", "--policy", user)
    expect(explained.stderr).toContain(
      'The key "programs" (toolgate.yaml:2:11) is ignored, because this file only narrows; name the folder in your own policy.'
    )
    const without = await run(
      cwd,
      "policy",
      "explain",
      "shell",
      "command=ship -x",
      "--policy",
      user,
      "--no-project-policy"
    )
    expect(explained.stdout.split(":")[0]).toBe(without.stdout.split(":")[0])
  })

  it("has a file that no call changes", async () => {
    const { cwd, own, policy } = setUp({ "ship.yaml": ship })
    writeFileSync(
      policy,
      `version: 1\nprograms: ${own}\nrules: { allow: ["Write(/**)", "shell"] }\ntool_confirmation: { default: { WRITE: auto } }\n`
    )
    const written = await run(
      cwd,
      "call",
      "Write",
      `path=${join(own, "other.yaml")}`,
      "content=x",
      "--policy",
      policy,
      "--host-tools"
    )
    expect(written).toMatchObject({ status: 1, stderr: expect.stringContaining("which no call may change") })
  })
})
