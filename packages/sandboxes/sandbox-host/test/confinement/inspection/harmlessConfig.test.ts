import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { expect, it, onTestFinished } from "vitest"
import { isHarmlessConfig } from "../../../src/confinement/inspection/harmlessConfig.ts"

const hasGit = (() => {
  try {
    execFileSync("git", ["--version"])
    return true
  } catch {
    return false
  }
})()

const aFile = () => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-config-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, "config")
}

it.each([
  "",
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote "origin"]\n\turl = https://example.org/a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
  '[remote "o"]\n\turl = git@example.org:a/b.git\n[remote "p"]\n\turl = ../remote.git\n\tpushurl = ssh://a@b/c\n',
  '[core]\n\tworktree = ../../../sub\n\tfsmonitor = false\n[submodule "sub"]\n\tactive = true\n\turl = /srv/sub.git\n\tupdate = rebase\n',
  '# a comment\n; another\n[user]\n  name = A "B" C\n',
  `${"0".repeat(40)}\n`
])("accepts %j", (text) => {
  expect(isHarmlessConfig(text)).toBe(true)
})

it.each([
  ...[
    "[core]\n\tfsmonitor = ./x\n",
    "[core]\n\tfsmonitor\n",
    "[core]\n\tfsmonitor = true\n",
    "[CORE]\n\tHooksPath = x\n"
  ],
  ...[
    "[core]\n\tsshCommand = x\n",
    "[core]\n\tpager = x\n",
    "[core]\n\teditor = x\n",
    "[core]\n\tattributesFile = x\n"
  ],
  ...[
    '[filter "x"]\n\tclean = x\n',
    '[diff "x"]\n\ttextconv = x\n',
    '[merge "x"]\n\tdriver = x\n',
    "[alias]\n\tst = !x\n"
  ],
  ...[
    "[credential]\n\thelper = x\n",
    "[include]\n\tpath = x\n",
    '[includeIf "gitdir:/"]\n\tpath = x\n',
    "[gpg]\n\tprogram = x\n"
  ],
  ...['[remote "o"]\n\turl = ext::sh -c x\n', '[remote "o"]\n\turl = foo://a\n', '[remote "o"]\n\tvcs = x\n'],
  ...['[remote "o"]\n\tuploadpack = x\n', '[remote "o"]\n\turl = -x\n', '[branch "m"]\n\tremote = "ext::x"\n'],
  ...['[submodule "s"]\n\tupdate = !x\n', '[url "ext::"]\n\tinsteadOf = https://\n', "[init]\n\ttemplateDir = x\n"],
  ...[
    "[user]\n\tname = a\\\n[core]\n\tfsmonitor = x\n",
    "[core] fsmonitor = x\n",
    "[core]bare=false\n\tfsmonitor = x\n"
  ],
  ...["[color]\n\tpager = x\n", "\ufeff[core]\n\tfsmonitor = x\n", "[user]\r\tname = a\n", "[core.x]\n\tbare = true\n"],
  ...[`${"0".repeat(40)}\n[core]\n\tfsmonitor = x\n`, "[user]\n\tname = a\0b\n", "x".repeat(300 * 1024)]
])("does not accept %j", (text) => {
  expect(isHarmlessConfig(text)).toBe(false)
})

it.skipIf(!hasGit)("accepts what git writes for a harmless value, and no key that names a program", () => {
  const dangerous = ["core.fsmonitor", "core.hooksPath", "core.pager", "filter.a.clean", "alias.a", "include.path"]
  fc.assert(
    fc.property(
      fc.string({ unit: "binary-ascii", maxLength: 12 }).filter((text) => !text.includes("\0")),
      fc.option(fc.constantFrom(...dangerous), { nil: undefined }),
      (name, danger) => {
        const path = aFile()
        const set = (key: string, value: string) => execFileSync("git", ["config", "-f", path, key, value])
        set("user.name", name)
        if (danger !== undefined) set(danger, `./${name}`)
        const isHarmless = isHarmlessConfig(readFileSync(path, "utf8"))
        if (danger !== undefined) expect(isHarmless).toBe(false)
        else if (!/[\\\r]/.test(name)) expect(isHarmless).toBe(true)
      }
    ),
    runs(60)
  )
})
