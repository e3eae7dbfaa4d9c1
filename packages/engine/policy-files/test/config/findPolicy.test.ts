import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findPolicy, getPolicyPath } from "../../src/config/findPolicy.ts"
import { getHomeFolder } from "../../src/config/getHomeFolder.ts"

let home = ""
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-home-")))
  chmodSync(home, 0o755)
})
afterAll(() => rmSync(home, { recursive: true }))

describe("the user's policy", () => {
  it("is in the platform's configuration folder", () => {
    expect([
      getPolicyPath("/home/me", "linux"),
      getPolicyPath("/Users/me", "darwin"),
      getPolicyPath("C:\\Users\\me", "win32")
    ]).toEqual([
      "/home/me/.config/toolgate/toolgate.yaml",
      "/Users/me/Library/Application Support/toolgate/toolgate.yaml",
      "C:\\Users\\me\\AppData\\Roaming\\toolgate\\toolgate.yaml"
    ])
  })

  it("is found if it exists, even if it cannot be read", () => {
    expect(findPolicy(home)).toBeUndefined()
    const path = getPolicyPath(home)
    mkdirSync(dirname(path), { recursive: true })
    expect(findPolicy(home)).toBeUndefined()
    writeFileSync(path, "version: 1")
    expect(findPolicy(home)).toBe(path)
    rmSync(path)
    symlinkSync("nowhere", path)
    expect(findPolicy(home)).toBe(path)
    rmSync(path)
    chmodSync(dirname(path), 0)
    const isRoot = process.getuid?.() === 0
    // Root may read everything.
    if (isRoot) process.seteuid?.(65534)
    try {
      expect(findPolicy(home)).toBe(path)
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(dirname(path), 0o755)
    }
  })

  it("does not exist for a user without a home folder", () => {
    expect(findPolicy(undefined)).toBe(findPolicy(getHomeFolder()))
  })

  it("does not depend on the environment", () => {
    const source = new URL("../../src/config/getHomeFolder.ts", import.meta.url).href
    const program = `import { getHomeFolder } from ${JSON.stringify(source)}; process.stdout.write(String(getHomeFolder()))`
    const env = { HOME: home, XDG_CONFIG_HOME: home, USERPROFILE: home, APPDATA: home }
    const told = execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" })
    expect(told).toBe(String(getHomeFolder()))
    expect(told).not.toBe(home)
  })
})
