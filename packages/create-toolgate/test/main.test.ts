import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"

const program = `import { main } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url))}; await main()`

/** Runs the command in an empty folder, without a terminal. */
const run = (...words: ReadonlyArray<string>) => start([process.execPath], words)

/** Starts the command with a program that starts Node. */
const start = ([file = "", ...before]: ReadonlyArray<string>, words: ReadonlyArray<string>) => {
  const cwd = mkdtempSync(join(tmpdir(), "create-toolgate-"))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program, "--", ...words]
  const { status, stdout, stderr } = spawnSync(file, [...before, ...args], { cwd, encoding: "utf8" })
  return { status, stdout, stderr, made: readdirSync(cwd) }
}

describe("create-toolgate", () => {
  it("creates an app, and says what to do next", () => {
    expect(run("shop")).toEqual({
      status: 0,
      stdout:
        "Created shop, with package.json, app.ts, toolgate.yaml, README.md, .gitignore.\n\nNext:\n  cd shop\n  npm install\n  npm start\n  npm test\n\nThe packages are not published yet: pack them in a clone of Toolgate, and install them with npm install PACKAGES/*.tgz.\n",
      stderr: "",
      made: ["shop"]
    })
  })

  it("exits with 1 if there is no app, and with 2 if the command line is wrong", () => {
    expect(run("..")).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining('".." is a path.') })
    expect(run("a", "b")).toMatchObject({ status: 2, stderr: expect.stringContaining("There is one name, and 2") })
    expect(run()).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("create-toolgate my-app")
    })
  })

  it.skipIf(process.platform === "win32")("leaves nothing behind if a file cannot be written whole", () => {
    // Files may have one block of 512 bytes, which is enough for package.json and too little for app.ts.
    const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh", process.execPath]
    expect(start(limited, ["shop"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining('The folder "shop" cannot be written'),
      made: []
    })
  })
})
