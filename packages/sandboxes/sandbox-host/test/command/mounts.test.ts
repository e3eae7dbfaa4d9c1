import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import type { FileException } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { exact, granting, inWorkspace, tree } from "./granting.ts"
import { hasBubblewrap, sh, textOf, withoutCgroups } from "./running.ts"

describe.skipIf(!hasBubblewrap)("the files that a confined command sees", () => {
  it("include a granted tree, at its own path", async () => {
    using workspace = inWorkspace({ "a.txt": "a\n" })
    const read = await sh("cat a.txt; echo b > a.txt || echo refused; touch new || echo refused", {
      workspace,
      ...granting(tree(workspace.path, "r"))
    })
    expect(textOf(read)).toMatch(/^a/)
    expect(textOf(read).match(/^refused$/gm)).toHaveLength(2)
    const written = await sh("echo b > a.txt; mkdir -p c/d; echo e > c/d/e; pwd", { workspace })
    expect(textOf(written)).toBe(`${workspace.path}\n`)
    expect([readFileSync(workspace.at("a.txt"), "utf8"), readFileSync(workspace.at("c/d/e"), "utf8")]).toEqual([
      "b\n",
      "e\n"
    ])
  })

  it("include a granted file, but not its neighbours", async () => {
    using workspace = inWorkspace({ "in/a.txt": "a\n", "in/b.txt": "b", "in/c.txt": "c" })
    const files = granting(exact(workspace.at("in/a.txt"), "r"), exact(workspace.at("in/c.txt"), "rw"))
    const ran = await sh("pwd; ls in; cat in/a.txt; echo d > in/a.txt || echo refused; echo d > in/c.txt", {
      workspace,
      ...files
    })
    expect(textOf(ran)).toMatch(new RegExp(`^${workspace.path}\na.txt\nc.txt\na\n`))
    expect(readFileSync(workspace.at("in/a.txt"), "utf8")).toBe("a\n")
    expect(readFileSync(workspace.at("in/c.txt"), "utf8")).toBe("d\n")
    expect(readFileSync(workspace.at("in/b.txt"), "utf8")).toBe("b")
  })

  it("exclude the content of a folder that was granted as an exact path", async () => {
    using workspace = inWorkspace({ "in/a.txt": "a" })
    expect(textOf(await sh("ls -A in; echo end", { workspace, ...granting(exact(workspace.at("in"), "r")) }))).toBe(
      "end\n"
    )
  })

  it("include a writable file, created for the command and removed if nothing was written", async () => {
    using workspace = inWorkspace({})
    const files = granting(exact(workspace.at("new"), "w"))
    expect((await sh("exit 1", { workspace, ...files })).error).toBeDefined()
    expect(existsSync(workspace.at("new"))).toBe(false)
    expect((await sh("echo text > new", { workspace, ...files })).error).toBeUndefined()
    expect(readFileSync(workspace.at("new"), "utf8")).toBe("text\n")
    await sh("echo more >> new; exit 1", { workspace, ...files })
    expect(readFileSync(workspace.at("new"), "utf8")).toBe("text\nmore\n")
  })

  it("contain only an empty folder if nothing was granted", async () => {
    using workspace = inWorkspace({ "a.txt": "a" })
    const ran = await sh(`pwd; ls ${workspace.path} 2>&1; echo own > own && cat own`, { workspace, ...granting() })
    expect(textOf(ran)).toMatch(/^\/tmp\nls: cannot access [^\n]*\nown\n$/)
    expect(existsSync("/tmp/own")).toBe(false)
  })

  it("allow everything that any of several overlapping grants allows", async () => {
    using workspace = inWorkspace({ "a/b/c.txt": "c", "a/.env": "secret" })
    const outer = tree(workspace.path, "r", [{ pattern: "**/.env", mode: "rw" }])
    const files = granting(outer, tree(workspace.at("a/b"), "rw"), exact(workspace.at("a/.env"), "r"))
    const ran = await sh("echo d > a/b/c.txt; cat a/b/c.txt a/.env; touch a/x 2>/dev/null || echo refused", {
      workspace,
      ...files
    })
    expect(textOf(ran)).toBe("d\nsecretrefused\n")
  })

  it("include a folder of the system that an operator added", async () => {
    using workspace = inWorkspace({})
    using other = inWorkspace({ "bin/tool": "#!/bin/sh\necho tool ran\n" })
    chmodSync(other.at("bin/tool"), 0o755)
    const running = { workspace, systemPaths: [other.path], environment: { PATH: "/nowhere" } }
    expect(textOf(await sh(`tool; touch ${other.path}/x 2>/dev/null || echo refused`, running))).toBe(
      "tool ran\nrefused\n"
    )
  })

  it("contain its programs: from granted folders, the operator's folders, and then the system's, never from the gate's PATH", async () => {
    using workspace = inWorkspace({})
    using gates = inWorkspace({ ls: "#!/bin/sh\necho of the gate\n" })
    using added = inWorkspace({ "bin/tool": "#!/bin/sh\necho added\n", "bin/ls": "#!/bin/sh\necho added\n" })
    using granted = inWorkspace({ tool: "#!/bin/sh\necho granted\n" })
    for (const path of [gates.at("ls"), added.at("bin/tool"), added.at("bin/ls"), granted.at("tool")])
      chmodSync(path, 0o755)
    const files = [tree(workspace.path, "rw"), tree(gates.path, "r"), tree(granted.path, "r")]
    const running = { workspace, systemPaths: [added.path, gates.path], environment: { PATH: `${gates.path}:/bin` } }
    const path = [granted.path]
    const ran = await sh("echo $PATH; tool; ls", { ...running, grant: { access: { files, hosts: [], env: [], path } } })
    const system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    expect(textOf(ran)).toBe(`${granted.path}:${added.path}/bin:${gates.path}:${system}\ngranted\nadded\n`)
    const bare = { ...running, systemPaths: [] }
    expect(textOf(await sh("echo $PATH", { ...bare, grant: { access: { files, hosts: [], env: ["PATH"] } } }))).toBe(
      `${system}\n`
    )
    expect(textOf(await sh("echo $PATH", { ...bare, grant: { confinement: "waived" } }))).toBe(`${gates.path}:/bin\n`)
  })

  it("fit into the command's memory, in folders that no session shares", async () => {
    using workspace = inWorkspace({})
    const sizes = "for f in /tmp /dev/shm; do echo $(($(stat -f -c '%b * %S' $f))); done"
    const ran = await sh(`${sizes}; touch /x /etc/x /dev/x`, { workspace, cgroups: withoutCgroups })
    expect(textOf(ran).match(/^\d+$/gm)).toEqual(Array(2).fill(String(1024 ** 3)))
    expect(textOf(ran).match(/Read-only file system/g)).toHaveLength(3)
    const memoryBytes = 64 * 1024 ** 2
    const filled = await sh("for f in /tmp/x /dev/shm/x; do head -c 1G /dev/zero > $f; stat -c %s $f; rm $f; done", {
      workspace,
      grant: { limits: { memoryBytes } as never },
      cgroups: withoutCgroups
    })
    expect(textOf(filled).match(/^\d+$/gm)).toEqual(Array(2).fill(String(memoryBytes)))
  })
})

describe.skipIf(!hasBubblewrap)("a path that is excepted from a tree", () => {
  const except: ReadonlyArray<FileException> = [
    { pattern: "**/.env", mode: "rw" },
    { pattern: "**/secrets/**", mode: "r" },
    { pattern: "**/.git/hooks/**", mode: "w" },
    { pattern: "**/locked.txt", mode: "w" }
  ]
  const files = {
    ".env": "SECRET",
    "deep/er/.Env": "SECRET",
    "secrets/key": "SECRET",
    ".git/hooks/pre": "hook",
    ".git/config": "c",
    "locked.txt": "l"
  }

  it("cannot be read, or changed, or moved away", async () => {
    using workspace = inWorkspace(files)
    const script = `
      cat .env deep/er/.Env secrets/key; ls secrets; cp -r . /tmp/copy; grep -r SECRET /tmp/copy && echo FOUND
      echo x > .env; mv .env y; rm -f .env; ln .env z; chmod 777 .env && echo CHANGED; chmod 777 secrets && echo CHANGED; rmdir secrets; mv secrets t; touch secrets/x
      echo x > .git/hooks/pre; touch .git/hooks/new; mv .git/hooks h; mv .git g; rm -rf .git
      echo x > locked.txt; rm -f locked.txt; cat locked.txt .git/hooks/pre
      umount .env; umount secrets; mount --bind /usr secrets; unshare -Ur true && echo NAMESPACE
      echo fine > .git/config; echo fine > deep/er/other`
    const ran = await sh(script, { workspace, ...granting(tree(workspace.path, "rw", except)) })
    expect(textOf(ran)).not.toMatch(/SECRET|FOUND|NAMESPACE|CHANGED/)
    expect(textOf(ran)).toMatch(/lhook/)
    for (const [name, text] of Object.entries(files))
      if (name !== ".git/config") expect(readFileSync(workspace.at(name), "utf8"), name).toBe(text)
    expect(readFileSync(workspace.at("deep/er/other"), "utf8")).toBe("fine\n")
    expect(ran.enforced).toMatchObject({ access: "bubblewrap", files: "mounts" })
  })

  it("is removed and reported if it was created during the run", async () => {
    using workspace = inWorkspace({ "a.txt": "a" })
    const script =
      "mkdir -p .git/hooks/d; echo bad > .git/hooks/pre; ln -s / .git/hooks/d/root; echo x > .env; mkdir secrets; echo mine > secrets/mine; echo ok > b.txt"
    const ran = await sh(script, { workspace, ...granting(tree(workspace.path, "rw", except)) })
    expect(ran.error).toMatchObject({ why: "FileDenied", slug: "fs_denied" })
    const at = (name: string) => workspace.at(name)
    expect(ran.error?.details).toEqual({ removed: [at(".env"), at(".git/hooks")] })
    expect(ran.output.metadata.excepted).toEqual({ removed: [at(".env"), at(".git/hooks")], left: [at("secrets")] })
    expect(readdirSync(workspace.path).toSorted()).toEqual([".git", "a.txt", "b.txt", "secrets"])
    expect(readdirSync(at(".git"))).toEqual([])
    expect(existsSync("/usr")).toBe(true)
  })

  it("is every path if the pattern cannot be parsed", async () => {
    using workspace = inWorkspace({ "a.txt": "a" })
    const ran = await sh("cat a.txt", {
      workspace,
      ...granting(tree(workspace.path, "rw", [{ pattern: "[", mode: "rw" }]))
    })
    expect(textOf(ran)).not.toMatch(/^a/)
  })

  it("is refused if there are too many", async () => {
    using workspace = inWorkspace({})
    for (let n = 0; n < 1002; n++) writeFileSync(workspace.at(`${n}.env`), "")
    const ran = await sh("true", {
      workspace,
      ...granting(tree(workspace.path, "rw", [{ pattern: "**/*.env", mode: "r" }]))
    })
    expect(ran.error?.why).toBe("SandboxUnavailable")
  })
})
