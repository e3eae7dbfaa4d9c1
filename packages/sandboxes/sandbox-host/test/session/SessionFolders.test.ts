import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileException, ResolvedPath, Sandbox } from "@toolgate/core"
import { thisProcess } from "@toolgate/processes"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { SessionFolders } from "../../src/session/SessionFolders.ts"
import { exact, granting, inWorkspace, tree } from "../command/granting.ts"
import { hasBubblewrap, makeSandbox, type Running, sh, start, textOf, Workspace } from "../command/running.ts"

const sandboxes: Array<Sandbox> = []
const newSandbox = async () => {
  const sandbox = await makeSandbox()
  sandboxes.push(sandbox)
  return sandbox
}
const sessions = ["s", "one", "other"]
afterAll(() => {
  for (const sandbox of sandboxes) for (const session of sessions) sandbox.sessionEnded?.(session)
})

const shellIn =
  (sandbox: Sandbox, workspace: Workspace, more: Running = {}) =>
  (command: string, session = "s") =>
    start(
      {
        workspace,
        command: { argv: ["sh", "-c", command], input: "argument" },
        context: { session },
        ...more
      },
      sandbox
    ).ran

const places = [
  "/tmp/x",
  "/var/tmp/x",
  "/dev/shm/x",
  "/dev/x",
  "/run/x",
  "/x",
  "/etc/x",
  "/home/x",
  "/opt/x",
  "/mnt/x",
  "$HOME/x",
  "$TMPDIR/x"
]
const above = ["../x", "../../x", "hidden/x", "hidden.txt"]

describe.skipIf(!hasBubblewrap)("a write of a confined command", () => {
  const writes: Record<string, string> = {
    cp: "cp a.txt",
    mv: "mv a.txt",
    tee: "echo a | tee",
    redirection: "echo a >",
    mkdir: "mkdir",
    append: "echo a >>",
    link: "ln -s a.txt",
    worktree: "git worktree add -q"
  }
  for (const [name, words] of Object.entries(writes))
    it(`by ${name} fails, or is there for the next command of the session`, async () => {
      const except: ReadonlyArray<FileException> = [
        { pattern: "/**/hidden/**", mode: "rw" },
        { pattern: "/**/hidden.txt", mode: "rw" }
      ]
      for (const depth of ["", "b/c"]) {
        using workspace = inWorkspace({
          [join(depth, "a.txt")]: "a",
          [join(depth, "hidden/y")]: "y",
          [join(depth, "hidden.txt")]: "y"
        })
        const path = workspace.at(depth) as Workspace["path"]
        const context = { session: "s", workspace: path }
        const sandbox = await newSandbox()
        const run = (command: string) =>
          start(
            {
              workspace,
              command: { argv: ["sh", "-c", command], input: "argument" },
              context,
              ...granting(tree(path, "rw", except))
            },
            sandbox
          ).ran
        await run("git init -q . && git add a.txt && git -c user.name=a -c user.email=a@b commit -qm a")
        const lost: Array<string> = []
        let kept = 0
        for (const place of [...places, ...above]) {
          const wrote = await run(`[ -e a.txt ] || echo a > a.txt; ${words} ${place}`)
          if (wrote.error !== undefined) continue
          const there = textOf(await run(`ls -d ${place}`))
          if (there.trim() === "" || /No such file/.test(there)) lost.push(place)
          else kept++
        }
        expect(lost).toEqual([])
        expect(kept).toBeGreaterThan(0)
      }
    })
})

describe.skipIf(!hasBubblewrap)("the temporary folder of a session", () => {
  it("is shared by the commands of the session and seen by no other session", async () => {
    using workspace = new Workspace()
    const shell = shellIn(await newSandbox(), workspace)
    await shell("echo one > /tmp/own.txt; echo one > /dev/shm/own.txt; echo one > ~/own.txt", "one")
    expect(textOf(await shell("cat /tmp/own.txt /dev/shm/own.txt ~/own.txt", "one"))).toBe("one\none\none\n")
    expect(textOf(await shell("ls /tmp /dev/shm ~", "other"))).not.toContain("own.txt")
  })

  it("is another one for another person, and after the end of the session", async () => {
    using workspace = new Workspace()
    const sandbox = await newSandbox()
    const shell = shellIn(sandbox, workspace)
    await shell("echo one > /tmp/x")
    const principal = { agent: "a", ceiling: { tools: "any" as const }, onBehalfOf: "bob" }
    const command = { argv: ["cat", "/tmp/x"], input: "argument" } as const
    const other = await start({ workspace, command, context: { session: "s", principal } }, sandbox).ran
    expect(other.error?.message).toContain("/tmp")
    sandbox.sessionEnded?.("s")
    expect((await shell("cat /tmp/x")).error?.message).toContain("/tmp")
  })

  it("gives each tool a home of its own", async () => {
    using workspace = new Workspace()
    const sandbox = await newSandbox()
    await shellIn(sandbox, workspace, { tool: { name: "first" } })("echo a > ~/x; echo a > /tmp/y")
    expect(textOf(await shellIn(sandbox, workspace, { tool: { name: "second" } })("cat ~/x; cat /tmp/y"))).toMatch(
      /No such file[\s\S]*a\n$/
    )
  })

  it("keeps no file that programs of the next command would follow, and says so", async () => {
    using workspace = new Workspace()
    const except: ReadonlyArray<FileException> = [
      { pattern: "/**/.gitconfig/**", mode: "w", why: "It names programs." },
      { pattern: "/**/.config/git/**", mode: "w" }
    ]
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw", except)))
    const ran = await shell(
      "echo a > ~/.gitconfig; mkdir -p ~/.config/git; echo a > ~/.config/git/config; echo a > ~/.config/x"
    )
    expect(ran.error).toBeUndefined()
    expect(textOf(ran)).toContain("It names programs.")
    expect(ran.output.metadata.removed).toEqual(["/tmp/home/.config/git", "/tmp/home/.gitconfig"])
    expect(textOf(await shell("cd && find . -mindepth 1 | sort"))).toBe("./.config\n./.config/x\n")
  })

  it("gives a command that runs beside another one a home of its own", async () => {
    using workspace = new Workspace()
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw")))
    const first = shell("echo a > ~/.gitconfig; touch begun; until test -e seen; do sleep 0.01; done")
    const second = await shell("until test -e begun; do sleep 0.01; done; ls -A ~; touch seen")
    await first
    expect(textOf(second)).toBe("")
    expect(textOf(await shell("ls -A ~"))).toBe(".gitconfig\n")
  })

  it("holds no repository that git finds above a workspace beneath /tmp", async () => {
    using workspace = new Workspace()
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw")))
    const ran = await shell(`git init -q /tmp; mkdir -p ${workspace.path}; cd ${workspace.path} && git status`)
    expect(JSON.stringify(ran)).toContain("not a git repository")
  })

  it("is open to the next command, whatever the one before did to it", async () => {
    using workspace = new Workspace()
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw")))
    await shell("touch /tmp/a; chmod 000 /tmp /dev/shm ~")
    expect(textOf(await shell("touch /tmp/b /dev/shm/c ~/d && ls /tmp/a /tmp/b"))).toBe("/tmp/a\n/tmp/b\n")
  })

  it("does not follow links that a command left where the next one has something of the machine", async () => {
    using workspace = new Workspace()
    using outside = inWorkspace({ "host.txt": "host" })
    const sandbox = await newSandbox()
    const name = outside.path.split("/").at(-1)
    const shell = shellIn(sandbox, workspace)
    await shell(`ln -s /oldroot${workspace.path} /tmp/${name}`)
    const ran = await shellIn(
      sandbox,
      workspace,
      granting(tree(workspace.path, "rw"), exact(outside.at("host.txt"), "r"))
    )("ls")
    expect(ran.error?.message).toContain(`has put something at "/tmp/${name}"`)
    expect(readdirSync(workspace.path)).toEqual([])
    await shell(`rm /tmp/${name}`)
    expect(
      textOf(
        await shellIn(
          sandbox,
          workspace,
          granting(tree(workspace.path, "rw"), exact(outside.at("host.txt"), "r"))
        )(`cat ${outside.at("host.txt")}`)
      )
    ).toBe("host")
  })

  it("has no home that can be written where something of the machine lies beneath the home", async () => {
    const isNew = mkdirSync("/tmp/home", { recursive: true }) !== undefined
    const base = mkdtempSync("/tmp/home/toolgate-")
    onTestFinished(() => rmSync(isNew ? "/tmp/home" : base, { recursive: true }))
    mkdirSync(join(base, "ws"))
    const context = { session: "s", workspace: join(base, "ws") as ResolvedPath }
    const ran = await sh(
      `echo a > a.txt; echo a > ${base}/x; echo a > ~/x; mv ${base} /tmp/home/z`,
      { context, ...granting(tree(join(base, "ws"), "rw")) },
      await newSandbox()
    )
    expect(textOf(ran).match(/Read-only file system|busy/g)).toHaveLength(3)
    expect(existsSync(join(base, "ws/a.txt"))).toBe(true)
  })

  it("waits with something of the machine until no command runs that could put a link in its place", async () => {
    using workspace = new Workspace()
    using outside = inWorkspace({ "host.txt": "host" })
    const sandbox = await newSandbox()
    const shell = shellIn(sandbox, workspace)
    const first = shell("touch started; until [ -e go ]; do sleep 0.02; done; echo first >> order")
    const files = granting(tree(workspace.path, "rw"), exact(outside.at("host.txt"), "r"))
    const second = shellIn(sandbox, workspace, files)("echo second >> order")
    const third = shell("echo third >> order")
    // The third would not have to wait, but does not overtake the second.
    await expect.poll(() => existsSync(workspace.at("started"))).toBe(true)
    writeFileSync(workspace.at("go"), "")
    await Promise.all([first, second, third])
    expect(textOf(await shell("head -1 order"))).toBe("first\n")
  })

  it("lets no command move what another command has of the machine", async () => {
    using workspace = new Workspace()
    const shell = shellIn(await newSandbox(), workspace)
    const name = workspace.path.split("/").at(-1)
    const ran = await shell(`mv /tmp/${name} /tmp/z; rmdir /tmp/${name}; ln -sfn /etc /tmp/${name}; ls -d /tmp/${name}`)
    expect(textOf(ran)).toMatch(/busy/)
    expect((await shell("echo a > a.txt")).error).toBeUndefined()
    expect(existsSync(workspace.at("a.txt"))).toBe(true)
  })

  it("is shown to no command that was granted the machine's temporary folder", async () => {
    using workspace = new Workspace()
    const sandbox = await newSandbox()
    await shellIn(sandbox, workspace)("echo secret > /tmp/x", "one")
    const all = shellIn(sandbox, workspace, granting(tree("/tmp", "rw")))
    expect(textOf(await all("cat /tmp/toolgate-sessions-*/*/tmp/x; ls /tmp/toolgate-sessions-*"))).not.toContain(
      "secret"
    )
  })

  it("is for this user alone, removed when it is empty, when its session ends, and when the sandbox is closed", async () => {
    using parent = new Workspace()
    const folders = new SessionFolders(parent.path)
    const of = (session: string) =>
      folders.of({ session, workspace: parent.path, principal: { agent: "a", ceiling: { tools: "any" } } })
    const enter = async (session: string) => {
      const paths = of(session).takePaths("t", "a")
      await of(session).enter(paths, new Map(), () => false)
      return paths
    }
    const empty = await enter("one")
    expect(statSync(join(empty.tmp, "../..")).mode & 0o777).toBe(0o700)
    of("one").leave()
    expect(existsSync(empty.tmp)).toBe(false)
    const full = await enter("one")
    mkdirSync(join(full.tmp, "locked"), { mode: 0o000 })
    of("one").leave()
    expect(existsSync(full.tmp)).toBe(true)
    const used = await enter("other")
    writeFileSync(join(used.tmp, "x"), "x")
    const folder = of("other")
    folders.end("other")
    expect(existsSync(used.tmp)).toBe(true)
    folder.leave()
    expect(existsSync(used.tmp)).toBe(false)
    await folders.close()
    expect(readdirSync(parent.path)).toEqual([])
  })

  it("is removed by the next gate if its own was killed, and not if that still runs or the name is a link", async () => {
    using parent = new Workspace()
    const made = ["dead", "alive", "unknown"].map((name) => mkdtempSync(join(parent.path, `toolgate-sessions-${name}`)))
    const [dead = "", alive = "", unknown = ""] = made
    writeFileSync(join(dead, "owner.json"), JSON.stringify({ ...thisProcess(), started: "1" }))
    writeFileSync(join(alive, "owner.json"), JSON.stringify(thisProcess()))
    using elsewhere = inWorkspace({ "owner.json": JSON.stringify({ ...thisProcess(), started: "1" }) })
    symlinkSync(elsewhere.path, join(parent.path, "toolgate-sessions-link"))
    const folders = new SessionFolders(parent.path)
    folders
      .of({ session: "s", workspace: parent.path, principal: { agent: "a", ceiling: { tools: "any" } } })
      .takePaths("t", "a")
    expect([dead, alive, unknown, elsewhere.at("owner.json")].map((path) => existsSync(path))).toEqual([
      false,
      true,
      true,
      true
    ])
    await folders.close()
  })
})
