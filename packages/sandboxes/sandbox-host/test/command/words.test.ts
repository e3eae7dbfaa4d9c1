import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import type { CommandImplementation, ExecutionGrant, JsonObject } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { exact, granting, inWorkspace, tree } from "./granting.ts"
import { hasBubblewrap, type Running, run, sh, textOf, Workspace } from "./running.ts"

const words = (argv: ReadonlyArray<string>, args: JsonObject, running: Running = {}) =>
  run({ ...running, command: { argv, input: "words", ...running.command }, args })

/** Prints each of its words in brackets. */
const shown = ["printf", "[%s]"]

const confinements: ReadonlyArray<ExecutionGrant["confinement"]> = hasBubblewrap ? ["required", "waived"] : ["waived"]

describe.each(confinements)("a command filled from its arguments, with confinement %s", (confinement) => {
  const grant = { confinement }

  it("receives each argument unchanged in its position", async () => {
    const texts = ["a b", "", "$HOME $(id) `id` ~ *", 'it\'s "x"\nline', "@file", "{b}", "\u{1f600}", "a;b|c>d"]
    for (const a of texts)
      expect(textOf(await words([...shown, "{a}", "x{a}y"], { a, b: "NO" }, { grant }))).toBe(`[${a}][x${a}y]`)
  })

  it("receives a word for each item of a list, and no word for an absent argument", async () => {
    const ran = await words([...shown, "{list}", "--k={absent}", "{o}"], { list: ["1", 2], o: { a: [1] } }, { grant })
    expect(textOf(ran)).toBe('[1][2][{"a":[1]}]')
  })

  it("refuses an argument that would become an option, and accepts it after the end of options", async () => {
    for (const a of ["-rf", "--", -5, "x\0y", "\ud800"])
      await expect(words([...shown, "{a}"], { a }, { grant })).rejects.toMatchObject({ why: "InvalidArgs" })
    expect(textOf(await words(["printf", "--", "[%s]", "{a}", "{n}"], { a: "-rf", n: -5 }, { grant }))).toBe(
      "[-rf][-5]"
    )
  })

  it("fails without running if an argument is longer than the system allows", async () => {
    const ran = await words(["sh", "-c", "echo ran", "sh", "{a}"], { a: "x".repeat(10_000_000) }, { grant })
    expect(ran.error?.message).toContain("its arguments exceed the system's limit")
    expect(textOf(ran)).not.toContain("ran\n")
  })

  it("receives the constants of its tool, even if a granted variable has the same name", async () => {
    const running: Running = {
      environment: { PATH: process.env.PATH ?? "", MODE: "of the gate", OTHER: "granted" },
      grant: { confinement, access: { env: ["MODE", "OTHER"], files: [], hosts: [] } },
      command: { env: { MODE: "of the tool", TOOLGATE_IDEMPOTENCY_KEY: "forged", TOOLGATE_SETTINGS: '{"a":"b c"}' } }
    }
    expect(
      textOf(
        await sh('echo "$MODE, $OTHER, $TOOLGATE_IDEMPOTENCY_KEY, $TOOLGATE_SETTINGS"', {
          ...running,
          idempotencyKey: "k"
        })
      )
    ).toBe('of the tool, granted, k, {"a":"b c"}\n')
  })

  it("runs a program from its folder, and not from the workspace", async () => {
    using workspace = inWorkspace({ run: "#!/bin/sh\necho workspace" })
    using own = inWorkspace({ "bin/run": '#!/bin/sh\necho own "$@" $(cat "$(dirname "$0")/../data")', data: "data" })
    chmodSync(workspace.at("run"), 0o755)
    chmodSync(own.at("bin/run"), 0o755)
    const command: Partial<CommandImplementation> = { folder: own.path }
    expect(textOf(await words(["./bin/run", "{a}"], { a: "x" }, { workspace, grant, command }))).toBe("own x data\n")
    const missing = await words(["./run"], {}, { workspace, grant, command })
    expect(missing.error).toBeDefined()
    expect(textOf(missing)).not.toContain("workspace\n")
  })

  it("is refused if its folder is missing", async () => {
    await expect(words(["./run"], {}, { grant, command: { folder: "/nowhere/tools" } })).rejects.toMatchObject({
      why: "SandboxUnavailable",
      message: expect.stringContaining('"/nowhere/tools"')
    })
  })
})

describe.skipIf(!hasBubblewrap)("the folder of a confined command", () => {
  const command = (folder: string): Partial<CommandImplementation> => ({ folder })

  it("can be read and not written, in addition to the call's grant", async () => {
    using workspace = inWorkspace({ "a.txt": "a" })
    using own = inWorkspace({ data: "data" })
    const text = `cat ${own.path}/data; echo x > ${own.path}/data || echo no; touch ${own.path}/new || echo no; echo b > a.txt`
    expect(textOf(await sh(text, { workspace, command: command(own.path) }))).toMatch(/^data.*no\n.*no\n/s)
    expect(readFileSync(own.at("data"), "utf8")).toBe("data")
    expect(existsSync(own.at("new"))).toBe(false)
    expect(readFileSync(workspace.at("a.txt"), "utf8")).toBe("b\n")
    expect(textOf(await sh(`cat ${own.path}/data`, { workspace }))).not.toContain("data\n")
  })

  it("is readable without any file grant, but its neighbours are not", async () => {
    using around = inWorkspace({ "own/data": "data", secret: "secret" })
    const ran = await sh(`cat ${around.path}/own/data; ls ${around.path}; cat ${around.path}/secret`, {
      ...granting(),
      command: command(around.at("own"))
    })
    expect(textOf(ran)).toMatch(/^data/)
    expect(textOf(ran)).toContain("own\n")
    expect(textOf(ran)).not.toMatch(/^secret/m)
  })

  it("is read-only within a writable workspace, and cannot be moved there", async () => {
    using workspace = inWorkspace({ "tools/lint/run": "#!/bin/sh\necho first", "tools/other": "x" })
    chmodSync(workspace.at("tools/lint/run"), 0o755)
    const text = `echo x > tools/lint/run; rm -rf tools/lint; mv tools away; mv tools/lint tools/gone; ln -s /tmp tools/lint/l
      echo y > tools/other; echo z > new`
    await sh(text, { workspace, command: command(workspace.at("tools/lint")) })
    expect(readFileSync(workspace.at("tools/lint/run"), "utf8")).toBe("#!/bin/sh\necho first")
    expect(existsSync(workspace.at("tools/lint/l"))).toBe(false)
    expect([readFileSync(workspace.at("tools/other"), "utf8"), readFileSync(workspace.at("new"), "utf8")]).toEqual([
      "y\n",
      "z\n"
    ])
  })

  it("keeps the granted mode if it is the workspace itself, or contains it", async () => {
    using around = inWorkspace({ "ws/a.txt": "a", data: "data" })
    const workspace = Object.assign(new Workspace(), { path: around.at("ws") })
    for (const folder of [around.at("ws"), around.path]) {
      await sh(`echo ${folder.length} > a.txt; echo x > ../data`, { workspace, command: command(folder) })
      expect(readFileSync(around.at("ws/a.txt"), "utf8")).toBe(`${folder.length}\n`)
      expect(readFileSync(around.at("data"), "utf8")).toBe("data")
    }
  })

  it("hides files that the grant excludes from reading", async () => {
    using workspace = inWorkspace({ "a.txt": "a" })
    using own = inWorkspace({ data: "data", ".env": "secret", "key/k": "secret" })
    const files = granting(
      tree(workspace.path, "rw", [
        { pattern: "/**/.env", mode: "rw" },
        { pattern: `${own.path}/key/**`, mode: "rw" },
        { pattern: "/**/data", mode: "w" }
      ])
    )
    const ran = await sh(`cat ${own.path}/data ${own.path}/.env ${own.path}/key/k`, {
      workspace,
      ...files,
      command: command(own.path)
    })
    expect(textOf(ran)).toMatch(/^data/)
    expect(textOf(ran)).not.toMatch(/secret/)
  })

  it("is the target of a link at the time of the call", async () => {
    using own = inWorkspace({ "v1/run": "#!/bin/sh\necho one", "v2/run": "#!/bin/sh\necho two" })
    for (const version of ["v1", "v2"]) chmodSync(own.at(`${version}/run`), 0o755)
    symlinkSync(own.at("v2"), own.at("current"))
    const ran = await words(["./run"], {}, { ...granting(), command: command(own.at("current")) })
    expect(textOf(ran)).toBe("two\n")
  })

  it("is read-only if a grant contains exact files", async () => {
    using own = inWorkspace({ data: "data" })
    mkdirSync(own.at("in"))
    writeFileSync(own.at("in/x"), "x")
    const grant = granting(exact(own.at("in/x"), "rw"))
    await sh(`echo y > ${own.at("in/x")}; echo y > ${own.at("data")}`, { ...grant, command: command(own.path) })
    expect(readFileSync(own.at("data"), "utf8")).toBe("data")
    expect(realpathSync(own.at("in/x"))).toBe(own.at("in/x"))
  })
})
