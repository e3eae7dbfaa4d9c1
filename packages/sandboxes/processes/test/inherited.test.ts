import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { Folder } from "./machine.ts"
import { confinements } from "./starting.ts"

const cases = confinements.flatMap((confinement) =>
  (["descriptor", "stdio"] as const).map((channel) => ({ confinement, channel }))
)

describe.skipIf(!existsSync("/bin/bash")).each(cases)("a program over $channel, $confinement", (running) => {
  it("reads nothing from the descriptors that its gate was started with, even one with its channel's number", () => {
    using folder = new Folder()
    writeFileSync(folder.at("file"), "SECRET")
    const program = `
      import { allOf, sh } from "./test/starting.ts"
      const it = await sh("ls -l /proc/self/fd >&2; cat <&30 >&2; test $TOOLGATE_CHANNEL = 3 || cat <&3 >&2", JSON.parse(process.env.RUNNING))
      process.stdout.write(await allOf(it.stderr))
      process.exit()`
    const gate = 'exec 3< "$1" 7< "$1" 30< "$1"; shift; exec "$@"'
    const node = [process.execPath, "--conditions=@toolgate/source", "--input-type=module", "--eval", program]
    const said = execFileSync("bash", ["-c", gate, "bash", folder.at("file"), ...node], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, RUNNING: JSON.stringify(running) },
      encoding: "utf8"
    })
    expect(said).toMatch(/ 30 -> \/dev\/null$/m)
    expect(said).not.toMatch(/SECRET|file$/m)
    expect(said).toMatch(running.channel === "descriptor" ? / 3 -> socket:/ : / 3 -> \/(dev\/null|proc)/)
  })
})

describe.each(confinements)("a program with confinement %s", (confinement) => {
  it.each(["inherited", "nothing"] as const)(
    "reads its gate's standard input only if that is inherited: %s",
    (input) => {
      const program = `
      import { allOf, sh } from "./test/starting.ts"
      const it = await sh("cat >&3", JSON.parse(process.env.RUNNING))
      process.stdout.write(await allOf(it.channel))
      process.exit()`
      const said = execFileSync(
        process.execPath,
        ["--conditions=@toolgate/source", "--input-type=module", "--eval", program],
        {
          cwd: join(import.meta.dirname, ".."),
          env: { ...process.env, RUNNING: JSON.stringify({ confinement, input }) },
          input: "for the program",
          encoding: "utf8"
        }
      )
      expect(said).toBe(input === "inherited" ? "for the program" : "")
    }
  )
})
