import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { FileException, Principal, Ran, ResolvedPath, Sandbox } from "@toolgate/core"
import { describeThisProcess } from "@toolgate/processes"
import { isNight } from "@toolgate/testing"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { SessionFolders } from "../../src/session/SessionFolders.ts"
import { granting, inWorkspace, tree } from "../command/granting.ts"
import { hasBubblewrap, makeSandbox, type Running, sh, start, textOf, Workspace } from "../command/running.ts"

const sandboxes: Array<Sandbox> = []
const newSandbox = async (running: Running = {}) => {
  const sandbox = await makeSandbox(running)
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
  for (const [index, [name, words]] of Object.entries(writes).entries())
    it(`by ${name} fails, or is visible to the next command of the session`, async () => {
      const except: ReadonlyArray<FileException> = [
        { pattern: "/**/hidden/**", mode: "rw" },
        { pattern: "/**/hidden.txt", mode: "rw" }
      ]
      for (const depth of isNight ? ["", "b/c"] : ["b/c"]) {
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
        // By day, each way to write is tried at every second place.
        const tried = [...places, ...above].filter((_, at) => isNight || (at + index) % 2 === 0)
        for (const place of tried) {
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
  it("is shared by the session's commands, and invisible to other sessions", async () => {
    using workspace = new Workspace("/var/tmp")
    const shell = shellIn(await newSandbox(), workspace)
    await shell("echo one > /tmp/own.txt; echo one > /dev/shm/own.txt; echo one > ~/own.txt", "one")
    expect(textOf(await shell("cat /tmp/own.txt /dev/shm/own.txt ~/own.txt", "one"))).toBe("one\none\none\n")
    expect(textOf(await shell("ls /tmp /dev/shm ~", "other"))).not.toContain("own.txt")
  })

  it("differs for another person, and after the end of the session", async () => {
    using workspace = new Workspace("/var/tmp")
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

  it("contains a separate home for each tool", async () => {
    using workspace = new Workspace("/var/tmp")
    const sandbox = await newSandbox()
    await shellIn(sandbox, workspace, { tool: { name: "first" } })("echo a > ~/x; echo a > /tmp/y")
    expect(textOf(await shellIn(sandbox, workspace, { tool: { name: "second" } })("cat ~/x; cat /tmp/y"))).toMatch(
      /No such file[\s\S]*a\n$/
    )
  })

  it("loses files that the next command's programs would load, and the answer reports that", async () => {
    using workspace = new Workspace("/var/tmp")
    const except: ReadonlyArray<FileException> = [
      { pattern: "/**/.gitconfig/**", mode: "w", why: "It names programs." },
      { pattern: "/**/.config/git/**", mode: "w" }
    ]
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw", except)))
    const ran = await shell(
      "echo a > ~/.gitconfig; mkdir -p ~/.config/git; echo a > ~/.config/git/config; echo a > ~/.config/x"
    )
    expect(ran.error).toMatchObject({ why: "FileDenied", message: expect.stringContaining("It names programs.") })
    expect(ran.output.metadata.removed).toEqual(["/tmp/home/.config/git", "/tmp/home/.gitconfig"])
    expect(textOf(await shell("cd && find . -mindepth 1 | sort"))).toBe("./.config\n./.config/x\n")
  })

  it("contains a separate home for a concurrent command", async () => {
    using workspace = new Workspace("/var/tmp")
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw")))
    const first = shell("echo a > ~/.gitconfig; touch begun; until test -e seen; do sleep 0.01; done")
    const second = await shell("until test -e begun; do sleep 0.01; done; ls -A ~; touch seen")
    await first
    expect(textOf(second)).toBe("")
    expect(textOf(await shell("ls -A ~"))).toBe(".gitconfig\n")
  })

  it("merges the homes of parallel commands after they have ended", async () => {
    using workspace = new Workspace("/var/tmp")
    const shell = shellIn(await newSandbox(), workspace)
    const first = shell(
      "mkdir ~/d; echo a > ~/d/a; echo old > ~/both; echo s > ~/same; touch begun; until test -e seen; do sleep 0.01; done"
    )
    const second = await shell(
      "until test -e begun; do sleep 0.01; done; mkdir ~/d; echo b > ~/d/b; echo new > ~/both; echo s > ~/same; ln -s /etc ~/link; touch seen"
    )
    expect([second.error, (await first).error]).toEqual([undefined, undefined])
    const next = await shell("cd && cat d/a d/b both both.1 same link/hostname; ls")
    expect(textOf(next)).toMatch(/^a\nb\nnew\nold\ns\n[\s\S]*both\nboth\.1\nd\nlink\nsame\n/)
    expect(next.output.metadata.renamed).toEqual(["/tmp/home/both.1"])
    expect((await shell("true")).output.metadata.renamed).toBeUndefined()
  })

  it("differs for another agent, and is shared with a delegated agent", async () => {
    using workspace = new Workspace("/var/tmp")
    const sandbox = await newSandbox()
    const as = (agent: string, parent?: Principal, session = "s") => {
      const principal = { agent, ceiling: { tools: "any" as const }, ...(parent === undefined ? {} : { parent }) }
      return (command: string) =>
        start({ workspace, command: { argv: ["sh", "-c", command] }, context: { session, principal } }, sandbox).ran
    }
    const alice: Principal = { agent: "alice", ceiling: { tools: "any" } }
    await as("alice")("echo a > /tmp/x; echo a > ~/x")
    const found = (ran: Ran) => textOf(ran).replace(/.*No such.*\n/g, "-")
    expect(found(await as("mallory")("cat /tmp/x ~/x"))).toBe("--")
    expect(found(await as("helper", alice)("cat /tmp/x ~/x"))).toBe("a\n-")
    expect(found(await as("helper", { ...alice, agent: "mallory" })("cat /tmp/x ~/x"))).toBe("--")
    expect(found(await as("helper", alice, "other")("cat /tmp/x ~/x"))).toBe("--")
    expect(found(await as("helper", { ...alice, onBehalfOf: "bob" })("cat /tmp/x ~/x"))).toBe("--")
    sandbox.sessionEnded?.("s", "mallory")
    expect(found(await as("alice")("cat /tmp/x"))).toBe("a\n")
    sandbox.sessionEnded?.("s", "alice")
    expect(found(await as("alice")("cat /tmp/x"))).toBe("-")
  })

  it("ends a command that writes more than its limit, even if the command keeps writing, and allows files to be removed", async () => {
    using workspace = new Workspace("/var/tmp")
    const sandbox = await newSandbox({ sessionBytes: 2 * 1024 ** 2 })
    const shell = shellIn(sandbox, workspace)
    const exceeded = { why: "LimitExceeded", message: expect.stringContaining("the limit of 2097152 bytes") }
    expect((await shell("head -c 1000000 /dev/zero > /tmp/a")).error).toBeUndefined()
    // It would never end by itself.
    expect((await shell("head -c 1500000 /dev/zero > /dev/shm/b; exec sleep 1000000")).error).toMatchObject(exceeded)
    expect((await shell("ls -s /tmp /dev/shm")).error).toBeUndefined()
    expect((await shell("head -c 100000 /dev/zero > ~/c")).error).toMatchObject(exceeded)
    expect((await shell("rm /dev/shm/b")).error).toBeUndefined()
    expect((await shell("mkdir -p ~/d/e; head -c 100000 /dev/zero > ~/d/e/f")).error).toBeUndefined()
    expect((await shell("cd /tmp; seq 1000 | xargs touch")).error).toMatchObject(exceeded)
    expect((await shell("head -c 9000000 /dev/zero > /tmp/a")).error).toMatchObject({
      ...exceeded,
      message: expect.stringContaining("All its files were removed.")
    })
    expect(textOf(await shell("ls -A /tmp ~ && head -c 1000000 /dev/zero > /tmp/a"))).toBe(
      "/tmp:\nhome\n\n/tmp/home:\n"
    )
  })

  it("is cleaned up once nothing is left of a command that was answered earlier", async () => {
    using workspace = new Workspace("/var/tmp")
    const sandbox = await newSandbox({ grace: { terminated: 100_000, abandoned: 1 } })
    const except: ReadonlyArray<FileException> = [{ pattern: "/**/.gitconfig/**", mode: "w" }]
    const running = { workspace, ...granting(tree(workspace.path, "rw", except)) }
    const command = "trap : TERM; echo a > ~/.gitconfig; echo a > ~/late; echo begun; while :; do sleep 0.01; done"
    const run = start(
      { ...running, context: { session: "s" }, command: { argv: ["sh", "-c", command], input: "argument" } },
      sandbox
    )
    await run.saying("begun")
    run.stop()
    expect((await run.ran).error?.why).toBe("Cancelled")
    const shell = shellIn(sandbox, workspace, running)
    await expect.poll(async () => textOf(await shell("ls -A ~", "s"))).toBe("late\n")
  })

  it("is accessible to the next command even if the previous one locked it", async () => {
    using workspace = new Workspace("/var/tmp")
    const shell = shellIn(await newSandbox(), workspace, granting(tree(workspace.path, "rw")))
    await shell("touch /tmp/a; chmod 000 /tmp /dev/shm ~")
    expect(textOf(await shell("touch /tmp/b /dev/shm/c ~/d && ls /tmp/a /tmp/b"))).toBe("/tmp/a\n/tmp/b\n")
  })

  it("is a subfolder if the workspace is under /tmp, so that programs find nothing above the workspace", async () => {
    using workspace = new Workspace("/tmp")
    const sandbox = await newSandbox()
    const shell = shellIn(sandbox, workspace, granting(tree(workspace.path, "rw")))
    for (const plant of [
      "git init -q /tmp",
      "mkdir -p /tmp/node_modules/q",
      "echo a > /tmp/conftest.py",
      "echo '{}' > ../package.json",
      "ln -s / /tmp/any",
      `mv ${workspace.path} /tmp/z`,
      "mv /tmp/session/home /tmp/session/h",
      "chmod 777 /tmp && touch /tmp/x",
      "mount -o remount,rw /tmp"
    ])
      expect((await shell(plant)).error).toBeDefined()
    const told = await shell("echo a > /tmp/x")
    expect(told.error?.message).toContain('can only write temporary files to "/tmp/session"')
    expect(textOf(await shell("ls -A /tmp; echo $TMPDIR"))).toBe(
      `home\nsession\n${workspace.path.slice("/tmp/".length)}\n/tmp/session\n`
    )
    expect((await shell('echo kept > "$TMPDIR/x"; mktemp')).output.metadata.temporary).toContain("/tmp/session/x")
    expect(textOf(await shell("cat /tmp/session/x"))).toBe("kept\n")
    // A command without access to the machine's /tmp has the same files at "/tmp".
    expect(textOf(await shellIn(sandbox, workspace, granting())("cat /tmp/x"))).toBe("kept\n")
  })

  it("cannot be redirected by a link in place of another home", async () => {
    using workspace = new Workspace("/tmp")
    using outside = inWorkspace({ "host.txt": "host" })
    const sandbox = await newSandbox()
    const beside = shellIn(sandbox, workspace, granting(tree(workspace.path, "rw")))
    const bare = shellIn(sandbox, workspace, granting())
    await beside(`rmdir /tmp/session/home; ln -s /oldroot${outside.path} /tmp/session/home`)
    await bare(`rm -r /tmp/home; ln -s /oldroot${outside.path} /tmp/home; echo a > ~/x`)
    expect(textOf(await bare("cat ~/x"))).toBe("a\n")
    expect(readdirSync(outside.path)).toEqual(["host.txt"])
  })

  it("has no writable home if system files lie beneath it", async () => {
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

  it("is hidden from a command with a grant for the machine's temporary folder", async () => {
    using workspace = new Workspace("/var/tmp")
    const sandbox = await newSandbox()
    await shellIn(sandbox, workspace)("echo secret > /tmp/x", "one")
    const all = shellIn(sandbox, workspace, granting(tree("/tmp", "rw")))
    expect(textOf(await all("cat /tmp/toolgate-sessions-*/*/tmp/x; ls /tmp/toolgate-sessions-*"))).not.toContain(
      "secret"
    )
  })

  it("is private to this user, and is removed when it is empty, when its session ends, and when the sandbox is closed", async () => {
    using parent = new Workspace()
    const folders = new SessionFolders(1024 ** 3, parent.path)
    const of = (session: string) =>
      folders.of({ session, workspace: parent.path, principal: { agent: "a", ceiling: { tools: "any" } } })
    const enter = (session: string) => {
      const paths = of(session).takePaths("t", "a")
      of(session).enter(paths)
      return paths
    }
    const empty = enter("one")
    expect(statSync(join(empty.tmp, "../..")).mode & 0o777).toBe(0o700)
    of("one").leave()
    expect(existsSync(empty.tmp)).toBe(false)
    const full = enter("one")
    mkdirSync(join(full.tmp, "locked"), { mode: 0o000 })
    of("one").leave()
    expect(existsSync(full.tmp)).toBe(true)
    const used = enter("other")
    writeFileSync(join(used.tmp, "x"), "x")
    const folder = of("other")
    folders.end("other")
    expect(existsSync(used.tmp)).toBe(true)
    folder.leave()
    expect(existsSync(used.tmp)).toBe(false)
    await folders.close()
    expect(readdirSync(parent.path)).toEqual([])
  })

  it("is removed by the next gate if its own was killed, but not if its own still runs or the name is a link", async () => {
    using parent = new Workspace()
    const made = ["dead", "alive", "unknown"].map((name) => mkdtempSync(join(parent.path, `toolgate-sessions-${name}`)))
    const [dead = "", alive = "", unknown = ""] = made
    mkdirSync(join(parent.path, "toolgate-sessions-begun.gone-1/0/tmp/x"), { recursive: true })
    writeFileSync(join(dead, "owner.json"), JSON.stringify({ ...describeThisProcess(), started: "1" }))
    writeFileSync(join(alive, "owner.json"), JSON.stringify(describeThisProcess()))
    using elsewhere = inWorkspace({ "owner.json": JSON.stringify({ ...describeThisProcess(), started: "1" }) })
    symlinkSync(elsewhere.path, join(parent.path, "toolgate-sessions-link"))
    const folders = new SessionFolders(1024 ** 3, parent.path)
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
    expect(readdirSync(parent.path).sort()).toEqual(
      [alive, unknown, join(parent.path, "toolgate-sessions-link")].map((path) => path.split("/").at(-1)).sort()
    )
  })
})
