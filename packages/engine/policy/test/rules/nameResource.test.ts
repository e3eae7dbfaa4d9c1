import { describe, expect, it } from "vitest"
import { nameResource } from "../../src/rules/nameResource.ts"
import { command, file, host, opaque } from "../judging.ts"

describe("the name of a resource", () => {
  it("is its kind, with a number if the call has several", () => {
    const given = [file("/a"), host("a.com"), file("/a", "w")]
    expect(given.map((_, i) => nameResource(given, i))).toEqual(["path 1 of 2", "the host", "path 2 of 2"])
    const shell = [command("ls"), file("/f", "w"), command("ls"), opaque]
    expect(shell.map((_, i) => nameResource(shell, i))).toEqual([
      "command 1 of 2",
      "the file",
      "command 2 of 2",
      "the part that cannot be read"
    ])
    expect(nameResource([command("ls")], 0)).toBe("the command")
    expect(nameResource([opaque, file("/f")], 1)).toBe("the file")
  })
})
