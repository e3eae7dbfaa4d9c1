import { execFileSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { makeProcessHost } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { prepareCommand } from "../../src/command/prepareCommand.ts"
import { hasBubblewrap, makeSandbox, permitFor, sh, textOf, toolOf, Workspace } from "./running.ts"

it("refuses a confined command if bubblewrap does not work, and says what to do", async () => {
  using folder = new Workspace()
  mkdirSync(folder.at("bin"))
  writeFileSync(
    folder.at("bin/bwrap"),
    "#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n"
  )
  chmodSync(folder.at("bin/bwrap"), 0o755)
  const bubblewrap = folder.at("bin/bwrap")
  const refusal = sh("touch ran", { bubblewrap })
  await expect(refusal).rejects.toMatchObject({
    why: "SandboxUnavailable",
    details: { sandbox: "host", confinement: "required" }
  })
  await expect(refusal).rejects.toMatchObject({
    message: expect.stringMatching(/No permissions to create.*install it.*"unconfined: true"/s)
  })
  const waived = await sh("echo ran", { bubblewrap, grant: { confinement: "waived" } })
  expect([textOf(waived), waived.enforced.access]).toEqual(["ran\n", "unconfined"])
})

it.skipIf(!hasBubblewrap)("tries again only if it did not work", async () => {
  using folder = new Workspace()
  const script = `#!/bin/sh
echo >> ${folder.at("log")}
[ "$(wc -l < ${folder.at("log")})" -gt 1 ] && exec ${execFileSync("which", ["bwrap"], { encoding: "utf8" }).trim()} "$@"
echo 'bwrap: Creating new namespace failed: Resource temporarily unavailable' >&2
exit 1`
  mkdirSync(folder.at("bin"))
  writeFileSync(folder.at("bin/bwrap"), script)
  chmodSync(folder.at("bin/bwrap"), 0o755)
  const running = { bubblewrap: folder.at("bin/bwrap") }
  const sandbox = await makeSandbox(running)
  await expect(sh("true", running, sandbox)).rejects.toMatchObject({ why: "SandboxUnavailable" })
  for (let n = 0; n < 2; n++) expect(textOf(await sh("echo ran", running, sandbox))).toBe("ran\n")
  // Two trials and two runs.
  expect(readFileSync(folder.at("log"), "utf8")).toBe("\n\n\n\n")
})

it("reports that bubblewrap is not installed", async () => {
  const processHost = Effect.runSync(makeProcessHost)
  Object.defineProperty(processHost.bubblewrap, "program", { value: undefined })
  const permit = permitFor({})
  const cgroups = () => expect.fail() as never
  const host = { ...processHost, runFork: Effect.runFork, environment: {}, systemPaths: [], cgroups }
  const [command] = toolOf({}).implementations
  if (command?.kind !== "command") return expect.fail()
  const prepared = Effect.runPromise(prepareCommand(host, permit, command, 1000))
  await expect(prepared).rejects.toMatchObject({
    why: "SandboxUnavailable",
    message: expect.stringMatching(/not installed/)
  })
})

it.skipIf(!hasBubblewrap)(
  "does not run bubblewrap from PATH, where an agent may have put another program",
  async () => {
    using folder = new Workspace()
    mkdirSync(folder.at("bin"))
    writeFileSync(folder.at("bin/bwrap"), `#!/bin/sh\ntouch ${folder.at("ran")}\nexit 1\n`)
    chmodSync(folder.at("bin/bwrap"), 0o755)
    const ran = await sh("echo confined", { environment: { PATH: `${folder.at("bin")}:/usr/bin:/bin` } })
    expect([textOf(ran), ran.enforced.access]).toEqual(["confined\n", "bubblewrap"])
    expect(existsSync(folder.at("ran"))).toBe(false)
  }
)
