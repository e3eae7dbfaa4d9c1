import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hasBubblewrap, hasGit, putFile, runGit } from "@toolgate/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { createToolgate, shell } from "../src/index.ts"
import { newFolder } from "./places.ts"

/** Runs a command under the default policy, and returns its text and its error. */
const shellIn = async (workspace: string) => {
  const policy = join(newFolder(), "toolgate.yaml")
  writeFileSync(policy, "version: 1\nrules: { allow: [shell] }\n")
  const gate = await createToolgate({ workspace, policy: { files: [policy] }, tools: [shell] })
  onTestFinished(() => gate[Symbol.asyncDispose]())
  let id = 0
  return async (command: string) => {
    const { output, error } = await gate.dispatch(
      { id: String(id++), tool: "shell", args: { command } },
      { agent: "a" }
    )
    return { text: output.content.map((block) => (block.type === "text" ? block.text : "")).join(""), error }
  }
}

/**
 * The folder above, in words that are not read before the command runs. Other words would need approval, because they
 * leave the workspace.
 */
const up = "$(echo ..)"

const commit = "git -c user.name=a -c user.email=a@b commit -qm more"

describe.skipIf(!hasBubblewrap() || !hasGit())("git in a confined command", () => {
  const repository = () => {
    const base = newFolder()
    runGit(base, "init", "-q", "-b", "main", "main")
    putFile(join(base, "main/a.txt"), "a")
    runGit(join(base, "main"), "add", ".")
    runGit(join(base, "main"), "commit", "-qm", "first")
    return base
  }

  it("works in a linked worktree as in an ordinary clone", async () => {
    const base = repository()
    runGit(join(base, "main"), "worktree", "add", "-q", join(base, "wt"))
    runGit(join(base, "main"), "worktree", "add", "-q", join(base, "other"))
    const run = await shellIn(join(base, "wt"))
    expect((await run("git status --short")).error).toBeUndefined()
    const made = await run(`echo b > b.txt; git add b.txt && ${commit} && git checkout -qb topic && git log --oneline`)
    expect(made).toMatchObject({ error: undefined, text: expect.stringContaining("more") })
    expect(runGit(join(base, "main"), "log", "--format=%s", "topic")).toBe("more\nfirst\n")
    expect(readFileSync(join(base, "main/.git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n")
  })

  it("changes nothing there that starts programs, leads elsewhere or belongs to another repository", async () => {
    const base = repository()
    const common = join(base, "main/.git")
    runGit(join(base, "main"), "worktree", "add", "-q", join(base, "wt"))
    runGit(join(base, "main"), "worktree", "add", "-q", join(base, "other"))
    const run = await shellIn(join(base, "wt"))
    const names = readdirSync(common)
    const before = ["config", "worktrees/wt/gitdir", "worktrees/wt/commondir", "worktrees/other/HEAD", "HEAD"].map(
      (name) => readFileSync(join(common, name), "utf8")
    )
    for (const write of [
      "git config core.fsmonitor /bin/true",
      "git config --worktree core.hooksPath /tmp",
      "git config include.path /tmp/x",
      `git -C ${common} config a.b c`,
      "git worktree add ../../tmp/x",
      "git worktree remove --force ../other",
      "git init --template=/usr/share --separate-git-dir=../main/.git/x .",
      `git status; cd ${common} && d=hooks; for f in $d/evil con""fig worktrees/wt/gitdir worktrees/other/HEAD HEAD objects/info/alternates info/attributes; do echo x > $f; done`
    ])
      await run(write)
    // No word of the command leads there, so no approval is needed: a hook of the repository may run a script of the
    // workspace.
    putFile(
      join(base, "wt/probe.sh"),
      `cd ${common} && mkdir -p rebase-merge sequencer remotes; for f in rebase-merge/git-rebase-todo sequencer/todo MERGE_HEAD remotes/origin index.x info/exclude info/grafts odd hooks/evil config worktrees/other/HEAD objects/info/http-alternates; do echo exec x > $f; done; mv info info2; touch objects/ran`
    )
    await run("git status; sh probe.sh")
    expect(existsSync(join(common, "objects/ran"))).toBe(false)
    const after = ["config", "worktrees/wt/gitdir", "worktrees/wt/commondir", "worktrees/other/HEAD", "HEAD"].map(
      (name) => readFileSync(join(common, name), "utf8")
    )
    expect(after).toEqual(before)
    expect(readdirSync(join(common, "hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([])
    for (const name of [
      "config.worktree",
      "worktrees/wt/config.worktree",
      "objects/info/alternates",
      "objects/info/http-alternates",
      "info/attributes"
    ])
      expect(existsSync(join(common, name))).toBe(false)
    expect(readdirSync(common)).toEqual(names)
    expect(runGit(join(base, "main"), "status", "--short")).toBe("")
  })

  it("is the only program that writes in the repository", async () => {
    const base = repository()
    runGit(join(base, "main"), "worktree", "add", "-q", join(base, "wt"))
    const run = await shellIn(join(base, "wt"))
    expect((await run(`cat ${up}/main/.git/HEAD; touch ${up}/main/.git/objects/x`)).text).toMatch(
      /refs[\s\S]*Read-only/
    )
    expect((await run(`ls ${up}/main/a.txt`)).error).toBeDefined()
  })

  it("works in a submodule", async () => {
    const base = repository()
    runGit(base, "init", "-q", "super")
    runGit(join(base, "super"), "submodule", "--quiet", "add", join(base, "main"), "lib")
    const run = await shellIn(join(base, "super/lib"))
    expect(await run(`echo b > b.txt; git add b.txt && ${commit} && git status`)).toMatchObject({ error: undefined })
    expect(runGit(join(base, "super/lib"), "log", "--format=%s")).toBe("more\nfirst\n")
  })

  it("works in a worktree of a bare repository that contains its worktrees, and sees no others", async () => {
    const base = repository()
    runGit(base, "clone", "-q", "--bare", "main", "bare")
    for (const name of ["one", "two"]) runGit(join(base, "bare"), "worktree", "add", "-q", "-b", name, name)
    putFile(join(base, "bare/two/secret.txt"), "secret")
    const run = await shellIn(join(base, "bare/one"))
    expect(await run(`echo b > b.txt; git add b.txt && ${commit} && git status`)).toMatchObject({ error: undefined })
    expect(runGit(join(base, "bare/one"), "log", "--format=%s")).toBe("more\nfirst\n")
    expect((await run(`cat ${up}/two/secret.txt`)).text).toContain("Permission denied")
  })
})

// A confined command sees Node only in a folder of the system.
const hasSystemNode = ["/usr/bin/node", "/bin/node", "/usr/local/bin/node"].some((path) => existsSync(path))

describe.skipIf(!hasBubblewrap() || !hasSystemNode)("a confined program of a package", () => {
  it("finds the packages that a monorepo installed above it, and nothing else there", async () => {
    const base = newFolder()
    putFile(join(base, "pnpm-workspace.yaml"), "packages: [packages/*]\n")
    putFile(join(base, "secret.txt"), "secret")
    putFile(join(base, "node_modules/.pnpm/x@1.0.0/node_modules/x/index.js"), "module.exports = 'x'")
    putFile(join(base, "node_modules/y/index.js"), "module.exports = 'y'")
    mkdirSync(join(base, "packages/a/node_modules"), { recursive: true })
    symlinkSync("../../../node_modules/.pnpm/x@1.0.0/node_modules/x", join(base, "packages/a/node_modules/x"))
    putFile(join(base, "packages/a/a.js"), "console.log(require('x') + require('y'))")
    const run = await shellIn(join(base, "packages/a"))
    expect(await run("node a.js")).toMatchObject({ text: "xy\n" })
    expect((await run(`cat ${up}/../secret.txt; touch ${up}/../node_modules/z`)).text).toMatch(
      /No such file[\s\S]*Read-only/
    )
  })

  it("can read the packages beside it that links lead to, without their secrets and their own links", async () => {
    const base = newFolder()
    putFile(join(base, "pnpm-workspace.yaml"), "packages: [packages/*]\n")
    putFile(join(base, "outside.js"), "module.exports = 'outside'")
    putFile(join(base, "packages/y/package.json"), '{ "name": "@x/y", "dependencies": { "@x/z": "workspace:*" } }')
    putFile(join(base, "packages/y/index.js"), "module.exports = 'y' + require('@x/z')")
    for (const secret of [".env", "src/.env.local", ".npmrc", ".aws/credentials"])
      putFile(join(base, "packages/y", secret), "secret-of-y")
    symlinkSync("../../outside.js", join(base, "packages/y/linked.js"))
    putFile(join(base, "packages/z/package.json"), '{ "name": "@x/z" }')
    putFile(join(base, "packages/z/index.js"), "module.exports = 'z'")
    putFile(join(base, "packages/other/package.json"), '{ "name": "@x/other" }')
    putFile(join(base, "packages/a/package.json"), '{ "dependencies": { "@x/y": "workspace:*" } }')
    for (const [from, to] of [
      ["a", "y"],
      ["y", "z"]
    ] as const) {
      mkdirSync(join(base, `packages/${from}/node_modules/@x`), { recursive: true })
      symlinkSync(`../../../${to}`, join(base, `packages/${from}/node_modules/@x/${to}`))
    }
    putFile(join(base, "packages/a/a.js"), "console.log(require('@x/y'))")
    const reading =
      "try { console.log(require('fs').readFileSync('../y/.npmrc', 'utf8')) } catch (e) { console.log(e.code) }"
    putFile(join(base, "packages/a/npmrc.js"), reading)
    const run = await shellIn(join(base, "packages/a"))
    expect(await run("node a.js")).toMatchObject({ text: "yz\n" })
    expect(await run("node npmrc.js")).toMatchObject({ text: "EACCES\n" })
    const seen = await run(
      `grep -r secret ${up}/y; cat ${up}/y/linked.js; ls ${up}/other; touch ${up}/y/x; echo >> ${up}/y/index.js`
    )
    expect(seen.text).not.toContain("secret-of-y")
    expect(
      seen.text
        .match(/\.aws|\.env|No such file|Read-only/g)
        ?.sort()
        .join()
    ).toBe(".aws,.env,.env,No such file,No such file,Read-only,Read-only")
  })
})
