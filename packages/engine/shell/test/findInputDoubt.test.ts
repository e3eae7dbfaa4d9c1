import { expect, it } from "vitest"
import { findInputDoubt } from "../src/findInputDoubt.ts"

it("reports the programs and subcommands that run piped input", () => {
  const doubts = ["sftp h", "lxc launch images:debian/12 x", "lxc list", "lxc", "grep x", "none x"].map((command) => [
    command,
    findInputDoubt(command.split(" "))
  ])
  expect(doubts).toEqual([
    ["sftp h", '"sftp" reads commands from its input.'],
    ["lxc launch images:debian/12 x", '"lxc" reads settings from its input.'],
    ["lxc list", undefined],
    ["lxc", undefined],
    ["grep x", undefined],
    ["none x", undefined]
  ])
})
