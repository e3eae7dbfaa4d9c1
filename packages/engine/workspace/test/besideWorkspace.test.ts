import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { hasGit, putFile, runGit } from "@toolgate/testing"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { besideWorkspace } from "../src/besideWorkspace.ts"

let template = ""
let base = ""
const at = (...names: ReadonlyArray<string>) => join(base, ...names)
const beside = (workspace: string) =>
  besideWorkspace(workspace as ResolvedPath).map(({ path, writer, own }) =>
    [path, writer, own].map((one) => one?.replace(`${base}/`, ""))
  )

/** A repository with two linked worktrees and a submodule, at the paths that git writes into it. */
describe.skipIf(!hasGit())("the folders beside a workspace", () => {
  beforeAll(() => {
    template = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-")))
    base = template
    runGit(base, "init", "-q", "--template=", "sub")
    runGit(at("sub"), "commit", "-q", "--allow-empty", "-m", "a")
    runGit(base, "init", "-q", "--template=", "main")
    runGit(at("main"), "submodule", "--quiet", "add", at("sub"), "lib")
    runGit(at("main"), "commit", "-qm", "a")
    runGit(at("main"), "worktree", "add", "-q", at("wt"))
    runGit(at("main"), "worktree", "add", "-q", at("other"))
    putFile(at("secret/key"), "secret")
    cpSync(base, `${base}.kept`, { recursive: true, verbatimSymlinks: true })
  })
  beforeEach(() => {
    base = template
  })
  afterEach(() => {
    rmSync(template, { recursive: true, force: true })
    cpSync(`${template}.kept`, template, { recursive: true, verbatimSymlinks: true })
  })
  afterAll(() => {
    rmSync(template, { recursive: true, force: true })
    rmSync(`${template}.kept`, { recursive: true, force: true })
  })

  it.skipIf(process.platform !== "linux")("need the same number of reads for any number of worktrees", () => {
    const readsOf = (workspace: string) => {
      const calls = () => Number(/^syscr: (\d+)$/m.exec(readFileSync("/proc/self/io", "latin1"))?.[1])
      const before = calls()
      expect(beside(workspace)).toEqual([["main/.git", "git", "main/.git/worktrees/wt"]])
      return calls() - before
    }
    const few = readsOf(at("wt"))
    for (let n = 0; n < 50; n++) {
      putFile(at("main/.git/worktrees", `w${n}`, "gitdir"), `${at(`w${n}`)}/.git\n`)
      putFile(at(`w${n}`, ".git"), `gitdir: ${at("main/.git/worktrees", `w${n}`)}\n`)
    }
    expect(readsOf(at("wt"))).toBeLessThanOrEqual(2 * few)
  })

  it("include the repository of a linked worktree or submodule, but not of an ordinary clone", () => {
    expect(beside(at("wt"))).toEqual([["main/.git", "git", "main/.git/worktrees/wt"]])
    expect(beside(at("main/lib"))).toEqual([["main/.git/modules/lib", "git", "main/.git/modules/lib"]])
    expect(beside(at("main"))).toEqual([])
    expect(beside(at("secret"))).toEqual([])
  })

  it("include a bare repository, or only git's files if it contains its worktrees", () => {
    runGit(base, "clone", "-q", "--bare", at("main"), "bare.git")
    runGit(at("bare.git"), "worktree", "add", "-q", at("w1"), "HEAD")
    expect(beside(at("w1"))).toEqual([["bare.git", "git", "bare.git/worktrees/w1"]])
    runGit(at("bare.git"), "worktree", "add", "-q", "w2", "HEAD", "--detach")
    for (const workspace of ["w1", "bare.git/w2"]) {
      const [folder] = besideWorkspace(at(workspace) as ResolvedPath)
      expect(folder).toMatchObject({ path: at("bare.git"), foreign: ["w2"] })
    }
  })

  it("include the packages of the monorepo above, and those of another worktree behind a link", () => {
    putFile(at("main/pnpm-workspace.yaml"), "packages: [packages/*]\n")
    putFile(at("main/packages/a/package.json"), "{}")
    putFile(at("main/node_modules/.pnpm/x/index.js"))
    expect(beside(at("main/packages/a"))).toEqual([["main/node_modules", undefined, undefined]])
    symlinkSync(at("main/node_modules"), at("wt/node_modules"))
    expect(beside(at("wt"))).toEqual([
      ["main/.git", "git", "main/.git/worktrees/wt"],
      ["main/node_modules", undefined, undefined]
    ])
    putFile(at("npm/package.json"), '{ "workspaces": ["a"] }')
    putFile(at("npm/node_modules/x/index.js"))
    mkdirSync(at("npm/a"))
    expect(beside(at("npm/a"))).toEqual([["npm/node_modules", undefined, undefined]])
  })

  /** Attempts of an agent in its workspace "wt", or in an ordinary folder "ws", to see another folder. */
  const attacks: Record<string, () => string> = {
    "a .git that leads to another worktree's folder": () => {
      putFile(at("ws/.git"), `gitdir: ${at("main/.git/worktrees/wt")}\n`)
      return "ws"
    },
    "a .git that leads to the other worktree": () => {
      putFile(at("wt/.git"), `gitdir: ${at("main/.git/worktrees/other")}\n`)
      return "wt"
    },
    "a .git that leads to the common folder itself": () => {
      putFile(at("wt/.git"), `gitdir: ${at("main/.git")}\n`)
      return "wt"
    },
    "a .git that leads to a folder of secrets": () => {
      putFile(at("wt/.git"), `gitdir: ${at("secret")}\n`)
      return "wt"
    },
    "a .git that leads to a submodule of somebody else": () => {
      putFile(at("ws/.git"), `gitdir: ${at("main/.git/modules/lib")}\n`)
      return "ws"
    },
    "a .git that leads up by dots": () => {
      putFile(at("ws/.git"), "gitdir: ../main/.git/worktrees/wt\n")
      return "ws"
    },
    "a .git that is a link to a genuine one": () => {
      mkdirSync(at("ws"))
      symlinkSync(at("wt/.git"), at("ws/.git"))
      return "ws"
    },
    "a .git that is a link to a repository": () => {
      mkdirSync(at("ws"))
      symlinkSync(at("main/.git"), at("ws/.git"))
      return "ws"
    },
    "a copy of a genuine .git": () => {
      putFile(at("ws/.git"), readFileSync(at("wt/.git"), "utf8"))
      return "ws"
    },
    "a repository in the workspace whose commondir leads out": () => {
      putFile(at("ws/r/worktrees/w/gitdir"), `${at("ws/.git")}\n`)
      putFile(at("ws/r/worktrees/w/commondir"), `${at("main/.git")}\n`)
      putFile(at("ws/.git"), `gitdir: ${at("ws/r/worktrees/w")}\n`)
      return "ws"
    },
    "a folder of the workspace that is a link to a repository": () => {
      mkdirSync(at("ws"))
      symlinkSync(at("main/.git"), at("ws/r"))
      putFile(at("ws/.git"), `gitdir: ${at("ws/r/worktrees/wt")}\n`)
      return "ws"
    },
    "a way through a link in the workspace": () => {
      symlinkSync(at("main"), at("wt/l"))
      putFile(at("wt/.git"), `gitdir: ${at("wt/l/.git/worktrees/wt")}\n`)
      return "wt"
    },
    "a way through a link beside the workspace": () => {
      symlinkSync(at("main"), at("m"))
      putFile(at("wt/.git"), `gitdir: ${at("m/.git/worktrees/wt")}\n`)
      return "wt"
    },
    "a worktree in the workspace that was replaced by a link to the workspace": () => {
      mkdirSync(at("ws"))
      runGit(at("main"), "worktree", "add", "-q", at("ws/inner"))
      const text = readFileSync(at("ws/inner/.git"), "utf8")
      rmSync(at("ws/inner"), { recursive: true })
      symlinkSync(".", at("ws/inner"))
      putFile(at("ws/.git"), text)
      return "ws"
    },
    "a .git with a second line": () => {
      putFile(at("wt/.git"), `${readFileSync(at("wt/.git"), "utf8")}gitdir: ${at("secret")}\n`)
      return "wt"
    },
    "a .git with a NUL": () => {
      putFile(at("wt/.git"), `gitdir: ${at("main/.git/worktrees/wt")}\0\n`)
      return "wt"
    },
    "a .git that is huge": () => {
      putFile(at("wt/.git"), `gitdir: ${at("main/.git/worktrees/wt")}${"/".repeat(100_000)}\n`)
      return "wt"
    },
    "a .git that is a pipe": () => {
      rmSync(at("wt/.git"))
      execFileSync("mkfifo", [at("wt/.git")])
      return "wt"
    },
    "a worktree that was moved away": () => {
      renameSync(at("wt"), at("moved"))
      return "moved"
    },
    "a submodule that was moved away": () => {
      renameSync(at("main/lib"), at("main/moved"))
      return "main/moved"
    },
    "a gitdir that leads elsewhere": () => {
      putFile(at("main/.git/worktrees/wt/gitdir"), `${at("other/.git")}\n`)
      return "wt"
    },
    "a commondir that leads elsewhere": () => {
      putFile(at("main/.git/worktrees/wt/commondir"), `${at("sub/.git")}\n`)
      return "wt"
    },
    "a commondir that is a link": () => {
      rmSync(at("main/.git/worktrees/wt/commondir"))
      putFile(at("ws/commondir"), "../..\n")
      symlinkSync(at("ws/commondir"), at("main/.git/worktrees/wt/commondir"))
      return "wt"
    },
    "objects that are a link": () => {
      renameSync(at("main/.git/objects"), at("objects"))
      symlinkSync(at("objects"), at("main/.git/objects"))
      return "wt"
    },
    "a folder with the names of a repository and no HEAD": () => {
      rmSync(at("main/.git/HEAD"))
      return "wt"
    },
    "a core.worktree that comes from an included file": () => {
      putFile(at("main/.git/modules/lib/config"), `[include]\n\tpath = x\n`)
      putFile(at("main/.git/modules/lib/x"), "[core]\n\tworktree = ../../../lib\n")
      return "main/lib"
    },
    "a core.worktree of another section": () => {
      putFile(
        at("main/.git/modules/lib/config"),
        `[core]\n\tworktree = ../../../other\n[other]\n\tworktree = ../../../lib\n`
      )
      return "main/lib"
    },
    "node_modules that is a link to a folder of secrets": () => {
      mkdirSync(at("ws"))
      symlinkSync(at("secret"), at("ws/node_modules"))
      return "ws"
    },
    "node_modules that is a link to other packages": () => {
      putFile(at("sub/node_modules/x/index.js"))
      mkdirSync(at("ws"))
      symlinkSync(at("sub/node_modules"), at("ws/node_modules"))
      return "ws"
    },
    "node_modules of the main worktree that is itself a link": () => {
      putFile(at("ws/.git"), "gitdir: x\n")
      symlinkSync(at("secret"), at("sub/node_modules"))
      symlinkSync(at("sub/node_modules"), at("ws/node_modules"))
      return "ws"
    },
    "a monorepo that the workspace claims for itself": () => {
      putFile(at("ws/pnpm-workspace.yaml"), "packages: ['../*']\n")
      putFile(at("ws/package.json"), '{ "workspaces": ["../*"] }')
      putFile(at("node_modules/x/index.js"))
      return "ws"
    },
    "packages above that are a link": () => {
      putFile(at("npm/package.json"), '{ "workspaces": ["a"] }')
      symlinkSync(at("secret"), at("npm/node_modules"))
      mkdirSync(at("npm/a"))
      return "npm/a"
    }
  }

  for (const [name, attack] of Object.entries(attacks))
    it(`are empty because of ${name}`, () => {
      expect(beside(at(attack()))).toEqual([])
    })

  it("do not include alternates", () => {
    putFile(at("main/.git/objects/info/alternates"), `${at("secret")}\n`)
    expect(beside(at("wt"))).toEqual([["main/.git", "git", "main/.git/worktrees/wt"]])
  })

  it("do not include the packages of a folder that only claims to be a worktree", () => {
    putFile(at("secret/node_modules/x"))
    putFile(at("main/.git/worktrees/fake/gitdir"), `${at("secret/.git")}\n`)
    symlinkSync(at("secret/node_modules"), at("wt/node_modules"))
    expect(beside(at("wt"))).toHaveLength(1)
  })
})
