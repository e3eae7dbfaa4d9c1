import { spawnSync } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { devNull } from "node:os"
import { describe, expect, it } from "vitest"
import { clients } from "./clients.ts"

// The error that an author sees after starting an agent without a supervisor.
describe.each(clients)("an agent in $client without a supervisor", ({ isHere, command: [program = "", ...args] }) => {
  it.skipIf(!isHere).each<[string, string | undefined, string]>([
    ["without a channel", undefined, "TOOLGATE_CHANNEL is not set"],
    ["with a channel that is none", "3; rm", 'TOOLGATE_CHANNEL is neither the number of a descriptor nor "stdio"'],
    ["with a descriptor that is not open", "77", "its descriptor 77 is not open"],
    ["with a descriptor that is not a socket", "3", "its descriptor 3 is not a socket"]
  ])("reports that it is not supervised %s", (_, channel, why) => {
    const { TOOLGATE_CHANNEL: _own, ...environment } = process.env
    const file = openSync(devNull, "r")
    const { stdout, status } = spawnSync(program, [...args, "idle"], {
      env: channel === undefined ? environment : { ...environment, TOOLGATE_CHANNEL: channel },
      stdio: ["ignore", "pipe", "inherit", file]
    })
    closeSync(file)
    expect(status).toBe(0)
    expect(JSON.parse(stdout.toString())).toBe(
      `NotSupervised: This program is not run by a Toolgate supervisor: ${why}. Start it with "toolgate supervise -- <its command>".`
    )
  })
})
