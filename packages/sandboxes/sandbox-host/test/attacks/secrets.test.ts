import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { hasBubblewrap, sh, start, textOf } from "../command/running.ts"

const confinements = hasBubblewrap ? (["required", "waived"] as const) : (["waived"] as const)
const environment = {
  PATH: "relative:/usr/bin:/bin::.",
  TOKEN: "tok-SECRET",
  OTHER: "other-SECRET",
  LANG: "de_DE.UTF-8",
  LC_ALL: "C",
  TZ: "Europe/Zurich",
  HOME: "/root"
}

const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

const commandLines = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1")
      } catch {
        return ""
      }
    })

describe.each(confinements)("the environment of a command with confinement %s", (confinement) => {
  const seen = async (env: ReadonlyArray<string> | "any") => {
    const ran = await sh("env", { environment, grant: { confinement, access: { env } as never } })
    return Object.fromEntries(
      textOf(ran)
        .trim()
        .split("\n")
        .map((line) => line.split("=", 2) as [string, string])
    )
  }

  it("contains the variables granted by name, a base, and nothing else", async () => {
    // Without cgroups, as for most users, the marker TOOLGATE_RUN identifies the processes of an unconfined command.
    const { PWD: _, TOOLGATE_RUN: _marker, ...found } = await seen(["TOKEN", "ABSENT"])
    expect(found).toEqual({
      PATH: confinement === "required" ? systemPath : "/usr/bin:/bin",
      TERM: "dumb",
      LANG: "de_DE.UTF-8",
      LC_ALL: "C",
      TZ: "Europe/Zurich",
      HOME: confinement === "required" ? "/tmp/home" : "/root",
      TMPDIR: "/tmp",
      TOOLGATE_IDEMPOTENCY_KEY: "1",
      TOKEN: "tok-SECRET"
    })
    expect(await seen([])).not.toHaveProperty("TOKEN")
    expect(await seen("any")).toMatchObject({ TOKEN: "tok-SECRET", OTHER: "other-SECRET" })
  })

  it("is in no process's arguments", async () => {
    const it = start({
      command: { argv: ["sh", "-c", "echo ready; sleep 60"] },
      environment,
      grant: { confinement, access: { env: "any" } as never },
      grace: { terminated: 50 }
    })
    await it.saying("ready")
    expect(commandLines().filter((line) => line.includes("-SECRET"))).toEqual([])
    it.stop()
    await it.ran
  })
})
