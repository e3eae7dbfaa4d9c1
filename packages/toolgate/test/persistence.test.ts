import { execFile, execFileSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { hasBubblewrap } from "@toolgate/testing"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { builtins, createToolgate, shell } from "../src/index.ts"

const isThere = (program: string, ...words: ReadonlyArray<string>) => {
  try {
    execFileSync(program, words, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const hasGit = isThere("git", "--version")

const git = (cwd: string, ...words: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...words], { cwd, encoding: "utf8" })

/** A repository and its remote. They are created once, and each test gets a copy. */
const repositories = mkdtempSync(join(tmpdir(), "toolgate-repositories-"))
beforeAll(() => {
  if (!hasGit) return
  git(repositories, "init", "-q", "--template=", "--bare", "-b", "main", "remote.git")
  git(repositories, "init", "-q", "--template=", "-b", "main")
  for (const name of ["hooks", "info"]) mkdirSync(join(repositories, ".git", name))
  for (const [key, value] of [
    ["user.name", "A"],
    ["user.email", "a@example.org"]
  ] as const)
    git(repositories, "config", key, value)
  writeFileSync(join(repositories, ".git/info/exclude"), "remote.git\n")
  writeFileSync(join(repositories, "a"), "a\n")
  git(repositories, "add", "a")
  git(repositories, "commit", "-qm", "one")
  git(repositories, "branch", "other")
  git(repositories, "remote", "add", "origin", "./remote.git")
})
afterAll(() => rmSync(repositories, { recursive: true }))

/**
 * Opens a gate over a workspace with a repository and a remote. A person approves all questions, or there is no person.
 */
const opened = async (more = "", answers: "yes" | "nobody" = "nobody") => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-persistence-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, "work")
  const at = (name: string) => join(workspace, name)
  cpSync(repositories, workspace, { recursive: true })
  const policy = join(folder, "toolgate.yaml")
  writeFileSync(policy, `version: 1\nrules: { allow: [shell, write_file] }\n${more}`)
  const asked: Array<string> = []
  const gate = await createToolgate({
    workspace,
    policy: { files: [policy] },
    tools: [...builtins(), shell],
    ...(answers === "yes"
      ? {
          onAsk: ({ why }: { readonly why: string }) => {
            asked.push(why)
            return { decision: "approve" as const }
          }
        }
      : {})
  })
  onTestFinished(() => gate.close())
  const call = (tool: string, args: Record<string, string>) => gate.dispatch({ id: "1", tool, args })
  const sh = async (command: string) => {
    const { success, error, output } = await call("shell", { command })
    const text = output.content.map((block) => (block.type === "text" ? block.text : "")).join("")
    return { success, why: error?.why, said: `${error?.message ?? ""} ${text}` }
  }
  const put = (name: string, text: string) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  return { workspace, at, call, sh, put, asked }
}

/** Commands that leave behind something that starts by itself later, without naming it in any word. */
const hidden: Readonly<Record<string, string>> = {
  "a hook": `python3 -c "import os; open(os.path.join('.g'+'it','hoo'+'ks','pre-commit'),'w').write('x')"`,
  "a hook, in folders that are put in place of others":
    "python3 -c \"import os; g='.g'+'it'; os.rename(g,'old'); os.makedirs(g+'/hoo'+'ks')\"",
  "a configuration": "git config core.fsmonitor ./evil",
  "a configuration that is put in place of another":
    "python3 -c \"import os; open('c','w').write('[core]\\n\\tfsmonitor = ./evil\\n'); os.rename('c', '.g'+'it/con'+'fig')\"",
  "another repository": "python3 -c \"open('.g'+'it/comm'+'ondir','w').write('../evil\\n')\"",
  "a hook of a submodule": "python3 -c \"import os; os.makedirs('.g'+'it/modules/a/b/hoo'+'ks/pre-commit')\"",
  "a second name of a hook": "python3 -c \"import os; os.link('evil', '.g'+'it/hoo'+'ks/pre-commit')\"",
  "a second name by which a configuration can be written":
    "python3 -c \"import os; os.link('.g'+'it/con'+'fig', 'c2'); open('c2','a').write('[core]\\n\\tfsmonitor = ./evil\\n')\"",
  "a link to a folder of hooks": "python3 -c \"import os; os.rmdir('.g'+'it/hoo'+'ks')\"; ln -s ../e .g''it/h?oks",
  "a start-up file": "python3 -c \"open('.bash'+'rc','w').write('x')\"",
  "a task of an editor": "python3 -c \"import os; os.makedirs('a1/.vs'+'code'); open('a1/.vs'+'code/tasks.json','w')\"",
  "a file of an editor, beneath a link": "python3 -c \"import os; os.makedirs('e'); os.symlink('e', '.vs'+'code')\""
}

describe.skipIf(!hasBubblewrap() || !hasGit || !isThere("python3", "--version"))(
  "a confined command in a workspace",
  () => {
    it("includes no file that starts by itself later", async () => {
      const { at, workspace, sh } = await opened()
      writeFileSync(at("evil"), `#!/bin/sh\ntouch ${at("started")}\n`, { mode: 0o755 })
      const before = readFileSync(at(".git/config"), "utf8")
      for (const [what, command] of Object.entries(hidden)) {
        await sh(`${command}; true`)
        expect(readFileSync(at(".git/config"), "utf8"), what).toBe(before)
        const there = [
          ".git/hooks/pre-commit",
          ".git/commondir",
          ".git/modules/a/b/hooks/pre-commit",
          ".bashrc",
          "a1/.vscode",
          ".vscode"
        ].filter((name) => existsSync(at(name)))
        expect(there, what).toEqual([])
        git(workspace, "commit", "-q", "--allow-empty", "-m", "two")
        expect(existsSync(at("started")), what).toBe(false)
      }
    })

    it("writes all that git needs to commit, push, switch and stash", async () => {
      const { workspace, sh } = await opened()
      const ran = await sh(
        "echo b > b && git add b && git commit -qm two && git push -q origin main && git checkout -q other && git stash list && git gc -q"
      )
      expect([ran.success, ran.said.trim()]).toEqual([true, ""])
      expect(git(workspace, "log", "--format=%s", "origin/main")).toBe("two\none\n")
    })

    it.each([
      ["git push -q -u origin main", true],
      ["git push -q origin main && git checkout -q -b third --track origin/main", true],
      ["git config user.name B", false]
    ])(
      "reports the configuration that git could not write, and the setting that permits it: %s",
      async (command, success) => {
        const { sh } = await opened()
        const ran = await sh(command)
        expect(ran.success).toBe(success)
        expect(ran.said).toMatch(/could not write "\.git\/config"\..*"unprotected"/s)
        const { sh: free, workspace } = await opened('unprotected: [".git/config"]')
        expect(await free(command)).toMatchObject({ success: true, said: expect.not.stringContaining("protected") })
        expect(git(workspace, "config", "--list")).toMatch(/branch\.(?:main|third)\.remote=origin|user\.name=B/)
      }
    )

    it.each([
      "git push -u origin main >/dev/null 2>&1",
      "git config core.fsmonitor ./evil 2>&1 | true",
      "git config --unset user.name 2>/dev/null; true"
    ])("names the configuration if all of git's output is lost: %s", async (command) => {
      const { sh, workspace } = await opened()
      const ran = await sh(command)
      expect([ran.success, ran.said.match(/could not write (.*?)\.(?= )/)?.[1]]).toEqual([true, '".git/config"'])
      expect(ran.said).toContain('"unprotected"')
      expect(git(workspace, "config", "user.name")).toBe("A\n")
    })

    it("reports only configurations if a write was attempted", async () => {
      const { sh } = await opened()
      const ran = await sh(
        "echo c > .git/config.txt; echo d > x.lock; git config --list; git add -A; git commit -qm two; git gc -q; echo .git/config"
      )
      expect([ran.success, ran.said]).toEqual([true, expect.not.stringContaining("could not write")])
    })

    it.skipIf(!isThere("npm", "--version"))(
      "reports what husky could not write in `npm install`, even if its output is cut off, and works with the setting that permits it",
      async () => {
        const manifest = '{"name":"app","scripts":{"prepare":"husky"},"devDependencies":{"husky":"file:./husky"}}'
        const install = "npm install --offline --no-audit --no-fund"
        const husky = dirname(fileURLToPath(import.meta.resolve("husky")))
        const inApp = async (more?: string) => {
          const app = await opened(more)
          app.put("package.json", manifest)
          cpSync(husky, app.at("husky"), { recursive: true })
          return app
        }
        const { sh, at, put } = await inApp()
        const cut = `${install} 2>&1 | tail -1`
        for (const command of [install, cut, cut]) {
          const ran = await sh(command)
          expect(ran.said).toMatch(/could not write ".git\/config"|its grant protects/)
          expect(ran.said).toMatch(/"\.git\/config" is protected.*"unprotected"/s)
          expect(git(at("."), "config", "--list")).not.toContain("hookspath")
          expect(existsSync(at(".husky/_"))).toBe(false)
          put(".husky/pre-commit", "npm test\n")
        }
        const free = await inApp('unprotected: ["**/.husky", ".git/config"]')
        expect(await free.sh(`${install} 2>&1 | tail -1`)).toMatchObject({ success: true, why: undefined })
        expect(git(free.at("."), "config", "core.hooksPath")).toBe(".husky/_\n")
      }
    )

    it("may create a new repository as git does, a worktree, and a submodule", async () => {
      const { at, workspace, sh } = await opened()
      const ran = await sh(
        "git init -q new && git clone -q . copy && git -C copy log --format=%s && git worktree add -q tree other && git -C tree log --format=%s"
      )
      expect([ran.why, ran.said.trim()]).toEqual([undefined, "one\none"])
      for (const name of ["new", "copy", "tree"]) expect(git(at(name), "status", "--short")).toBe("")
      expect(existsSync(at("copy/.git/hooks/pre-commit.sample"))).toBe(true)
      const added = await sh(`git -c protocol.file.allow=always submodule add ${at("copy")} sub`)
      expect(added.said).toMatch(/could not write "\.git\/config"/)
      expect([git(at("sub"), "log", "--format=%s"), existsSync(at(".git/modules/sub/config"))]).toEqual(["one\n", true])
      expect(git(workspace, "status", "--short", "sub", ".gitmodules")).toBe("A  .gitmodules\nA  sub\n")
    })

    it.each<[string, string]>([
      ["git init -q new; git -C new config core.fsmonitor ./evil", "new/.git/config"],
      ["git init -q new; git -C new config alias.st '!./evil'", "new/.git/config"],
      ["git init -q new; git -C new remote add x 'ext::sh -c ./evil'", "new/.git/config"],
      ['git init -q new; cp a "new/$(echo .git/hooks)/pre-commit"', "new/.git/hooks/pre-commit"],
      ["mkdir -p x/objects x/refs; echo ref: > x/HEAD; cp a x/config", "x/config"],
      ["mkdir new; python3 -c \"open('new/.g'+'it','w').write('gitdir: ../e\\n')\"", "new/.git"]
    ])("leaves no part of a new repository that starts something: %s", async (command, path) => {
      const { at, sh } = await opened()
      const ran = await sh(command)
      expect(ran).toMatchObject({ success: false, why: "FileDenied", said: expect.stringContaining('"unprotected"') })
      expect(existsSync(at(path))).toBe(false)
      expect(existsSync(at(dirname(path)))).toBe(true)
    })

    it("includes what a person permitted, in that repository or folder only", async () => {
      const { at, sh, put, asked } = await opened("", "yes")
      put("nested/.husky/old", "old")
      expect(await sh("echo x > .husky/pre-commit")).toMatchObject({ success: false })
      expect(
        await sh("mkdir .husky && echo x > .husky/pre-commit && mv .husky/pre-commit .husky/pre-push")
      ).toMatchObject({ success: true })
      expect(existsSync(at(".husky/pre-push"))).toBe(true)
      expect(await sh("git config core.editor true # .git/config")).toMatchObject({ success: false })
      expect(
        await sh("cp a .git/config.new; cp .git/config a; cp a .git/config; echo x >> nested/.hus''ky/old")
      ).toMatchObject({ success: true })
      expect(asked.join("\n")).toMatch(/".husky", which is protected: it is a folder of hooks/)
      const both = await sh("cp a .git/config; python3 -c \"open('nested/.hus'+'ky/old','w').write('bad')\"")
      expect(both.said).toContain('".husky" is protected')
      expect(readFileSync(at("nested/.husky/old"), "utf8")).toBe("old" + "x\n")
    })

    it("includes nothing in a folder or file that a configuration leads to", async () => {
      const { at, workspace, sh, put } = await opened()
      put("tools/hooks/pre-push", "")
      put("tools/more.config", "")
      git(workspace, "config", "core.hooksPath", "tools/hooks")
      git(workspace, "config", "include.path", "../tools/more.config")
      const ran = await sh(
        "echo x > tools/hooks/pre-commit; echo x > tools/hooks/pre-push; echo '[core]' >> tools/more.config; echo y > tools/free"
      )
      expect(ran.said).toContain('".git/hooks" is protected')
      expect(existsSync(at("tools/hooks/pre-commit"))).toBe(false)
      const read = (name: string) => readFileSync(at(name), "utf8")
      expect([read("tools/hooks/pre-push"), read("tools/more.config"), read("tools/free")]).toEqual(["", "", "y\n"])
    })

    it("includes nothing in a folder that a protected link leads to", async () => {
      const { at, sh, put } = await opened()
      put("shared/hooks/pre-push", "")
      rmSync(at(".git/hooks"), { recursive: true })
      symlinkSync("../shared/hooks", at(".git/hooks"))
      await sh("echo x > shared/hooks/pre-commit; echo x > shared/hooks/pre-push")
      expect(existsSync(at("shared/hooks/pre-commit"))).toBe(false)
      expect(readFileSync(at("shared/hooks/pre-push"), "utf8")).toBe("")
    })

    it("includes nothing that only the contents of a repository reveal", async () => {
      const { at, workspace, sh } = await opened()
      git(workspace, "init", "-q", "--bare", "store")
      const before = readFileSync(at("store/config"), "utf8")
      const ran = await sh(
        "cd store && echo x >> config; echo x > hooks/post-update; git config core.fsmonitor ./x; true"
      )
      expect(ran.said).toContain('".git/config" is protected')
      expect([readFileSync(at("store/config"), "utf8"), existsSync(at("store/hooks/post-update"))]).toEqual([
        before,
        false
      ])
    })
  }
)

/**
 * A program that opens a gate in its own folder, runs some commands, and prints the forbidden files that each one left.
 */
const asAnother = `
  import { execFileSync } from "node:child_process"
  import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
  import { tmpdir } from "node:os"
  import { join } from "node:path"
  import { builtins, createToolgate, shell } from "./src/index.ts"
  const folder = mkdtempSync(join(tmpdir(), "toolgate-persistence-"))
  const workspace = join(folder, "work")
  execFileSync("git", ["init", "-q", workspace])
  writeFileSync(join(folder, "p.yaml"), "version: 1\\nrules: { allow: [shell] }\\n")
  const gate = await createToolgate({ workspace, policy: { files: [join(folder, "p.yaml")] }, tools: [...builtins(), shell] })
  const config = () => readFileSync(join(workspace, ".git/config"), "utf8")
  const before = config()
  const left = []
  for (const command of JSON.parse(process.env.GIVEN)) {
    await gate.dispatch({ id: "1", tool: "shell", args: { command: command + "; cp /bin/sh s; chmod 4755 s" } })
    const there = [".git/hooks/pre-commit", ".git/commondir", ".git/modules/a/b/hooks/pre-commit", ".bashrc", "a1/.vscode", ".vscode"]
    left.push([config() === before, there.filter((name) => existsSync(join(workspace, name)))])
  }
  const mode = execFileSync("stat", ["-c", "%a", join(workspace, "s")], { encoding: "utf8" })
  process.stdout.write(JSON.stringify([left, mode.trim(), process.getuid()]))
  await gate.close()
  rmSync(folder, { recursive: true })`

it.skipIf(!hasBubblewrap() || !hasGit || process.getuid?.() !== 0)(
  "leaves no hook, start-up file or mode behind a confined command of an ordinary user",
  async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--conditions=@toolgate/source", "--input-type=module", "--eval", asAnother],
      {
        cwd: join(import.meta.dirname, ".."),
        env: { PATH: process.env.PATH, GIVEN: JSON.stringify(Object.values(hidden)) },
        uid: 12_321,
        gid: 12_321
      }
    )
    const [left, mode, user] = JSON.parse(stdout)
    expect(left).toEqual(Object.keys(hidden).map(() => [true, []]))
    expect([mode, user]).toEqual(["755", 12_321])
  }
)

describe("a tool for files", () => {
  it("writes a protected file if a person approves, under any rules", async () => {
    const { at, call } = await opened()
    for (const path of [".husky/pre-commit", ".git/hooks/pre-commit", "deep/.VSCODE/tasks.json", ".envrc"]) {
      const { error } = await call("write_file", { path, content: "x" })
      expect([error?.why, error?.message]).toEqual(["PolicyDenied", expect.stringContaining('"unprotected"')])
      expect(existsSync(at(path))).toBe(false)
    }
    const { call: yes, at: there } = await opened("", "yes")
    expect((await yes("write_file", { path: ".husky/pre-commit", content: "x" })).success).toBe(true)
    expect(existsSync(there(".husky/pre-commit"))).toBe(true)
    const { call: free } = await opened('unprotected: ["**/.husky"]')
    expect((await free("write_file", { path: "x/.husky/pre-commit", content: "x" })).success).toBe(true)
  })
})
