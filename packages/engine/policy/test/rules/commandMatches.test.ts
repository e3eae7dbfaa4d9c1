import type { CommandResource } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type CommandPattern, parseCommandPattern } from "../../src/rules/CommandPattern.ts"
import { concerns, covers } from "../../src/rules/commandMatches.ts"
import { command } from "../judging.ts"

const pattern = (text: string): CommandPattern => {
  const parsed = parseCommandPattern(text)
  if (typeof parsed === "string") throw new Error(parsed)
  return parsed
}

const run = (words: string | ReadonlyArray<string>, more: Partial<CommandResource> = {}) =>
  command(words, more) as CommandResource

const matching = (matches: typeof covers, text: string, commands: ReadonlyArray<string>) =>
  commands.filter((one) => matches(pattern(text), run(one)))

describe("an allow pattern covers", () => {
  it("its own words, and further words if it ends in :*", () => {
    const commands = ["git log", "git log --oneline x", "git logout", "git", "git -p log", "log git", "/bin/git log"]
    expect(matching(covers, "git log", commands)).toEqual(["git log"])
    expect(matching(covers, "git log:*", commands)).toEqual(["git log", "git log --oneline x"])
    expect(matching(covers, "git:*", commands)).toEqual(["git log", "git log --oneline x", "git"])
  })

  it("words rather than text: blanks within a word do not split it", () => {
    expect(covers(pattern("git log:*"), run(["git log", "x"]))).toBe(false)
    expect(covers(pattern("git 'log x'"), run(["git", "log", "x"]))).toBe(false)
    expect(covers(pattern("git 'log x'"), run(["git", "log x"]))).toBe(true)
  })

  it("no command outside the workspace", () => {
    expect(covers(pattern("git log"), run("git log", { inWorkspace: false }))).toBe(false)
  })

  it("an absolute path into the workspace like a relative path, and no other absolute path", () => {
    const isCovered = (text: string, words: string, paths: ReadonlyArray<string>, isOutside = false) =>
      covers(
        pattern(text),
        run(words, {
          paths: paths as CommandResource["paths"],
          ...(isOutside ? { outside: [{ at: words.split(" ").indexOf(paths[0] ?? ""), path: paths[0] as never }] } : {})
        })
      )
    const inside = ["/srv/app/x"]
    expect([
      isCovered("make test:*", "make test -C /srv/app/x/", inside),
      isCovered("make test:*", "make -C/srv/app/x test", inside),
      isCovered("npm test:*", "npm test --prefix=/srv/app/x", inside),
      isCovered("python3:*", "python3 /srv/app/x", inside)
    ]).toEqual([true, true, true, true])
    expect([
      isCovered("make test:*", "make test -C /srv/app/x", inside, true),
      isCovered("make test:*", "make test -C /srv/app/../x", ["/srv/x"]),
      isCovered("python3:*", "python3 /dev/stdin", ["/dev/stdin"]),
      isCovered("python3:*", "python3 /tmp/x", ["/tmp/x"], true),
      isCovered("sed:*", "sed /a/w x", ["/a/w"])
    ]).toEqual([false, false, false, false, false])
  })

  it("only variables that change the appearance of output", () => {
    const set = (...assigned: ReadonlyArray<string>) => covers(pattern("git log"), run("git log", { assigned }))
    expect([set("LANG", "TZ"), set("PATH"), set("LANG", "GIT_PAGER"), set("__proto__"), set("lang")]).toEqual([
      true,
      false,
      false,
      false,
      false
    ])
  })

  it("a word that it names, once and exactly as written", () => {
    const commands = ["make -f ci.mk", "make -f ci.mk -f x.mk", "make -f ci.mk -fx.mk", "make -f ci.mk --file=x.mk"]
    expect(matching(covers, "make -f ci.mk:*", commands)).toEqual(["make -f ci.mk"])
    expect(
      matching(covers, "sort -o:*", ["sort -o x", "sort -o x -o y", "sort -o x -oy", "sort -o x --out=y"])
    ).toEqual(["sort -o x"])
  })

  it("only listed options and subcommands of a known program", () => {
    expect(matching(covers, "git:*", ["git frob", "git log --frob", "git log -q", "git push origin +main"])).toEqual([
      "git log -q"
    ])
    expect(matching(covers, "git frob:*", ["git frob", "git frob --whatever"])).toEqual([
      "git frob",
      "git frob --whatever"
    ])
  })

  it("a dangerous word only if it names the word", () => {
    expect(matching(covers, "sort:*", ["sort x", "sort -o x", "sort --output=x", "sort -ro x"])).toEqual(["sort x"])
    expect(matching(covers, "sort -o:*", ["sort -o x", "sort -o x --compress-program=y", "sort -r -o x"])).toEqual([
      "sort -o x"
    ])
    expect(
      matching(covers, "find . -exec:*", ["find . -exec ls", "find . -execdir ls", "find . -exec ls -delete"])
    ).toEqual(["find . -exec ls"])
    expect(matching(covers, "*", ["ls", "sort -o x", "rm x"])).toContain("ls")
    expect(matching(covers, "*", ["sort -o x"])).toEqual([])
  })
})

describe("a deny or ask pattern concerns", () => {
  it("a program in any folder, and no other program", () => {
    const commands = ["rm", "/bin/rm", "./rm", "../x/rm", "rmdir", "xrm", "rm/", "RM"]
    expect(matching(concerns, "rm:*", commands)).toEqual(["rm", "/bin/rm", "./rm", "../x/rm", "RM"])
    expect(matching(concerns, "/usr/bin/rm:*", commands)).toEqual(["rm", "/bin/rm", "./rm", "../x/rm", "RM"])
  })

  it.each([
    ["rm -rf:*", "rm -rf x|rm -fr x|rm -r -f x|rm x -f -r|rm -vrfd x|rm -R -f x|rm --recursive --force|rm --rec --f x"],
    ["rm -r -f:*", "rm -rf x|rm --recursive -f x"],
    ["rm --recursive:*", "rm -r x|rm -R|rm -fr|rm --recursive|rm --recurs"],
    ["tar --to-command:*", "tar --to-command=x|tar xf y --to-command x|tar --to-com=x"],
    [
      "git push:*",
      "git push|git -C x push|git -c a=b push|git --git-dir=x push y|git --git-dir x push|git -p push|git -- push"
    ],
    [
      "git push --force:*",
      "git push --force|git push x --force y|git -C x push --force|git push --forc|git push -f|git push -fu x"
    ],
    ["git push origin main:*", "git push origin main|git push -f origin -u main x|git push -o x origin main"],
    ["git push", "git push|git push --force|git -C x push|git push -o x"]
  ])("%s in every spelling", (text, spellings) => {
    const commands = spellings.split("|")
    expect(matching(concerns, text, commands)).toEqual(commands)
  })

  it.each([
    ["rm -rf:*", "rm -r x|rm x|rm --force x|rm rf"],
    ["git push:*", "git pull|git|git stash push|git x push|git pushx|git log -- push"],
    ["git push", "git push origin"],
    ["git push origin:*", "git push other|git push|git push other origin"],
    ["git push --force:*", "git push --force-with-lease|git push|git push -x"]
  ])("no other command with %s", (text, others) => {
    expect(matching(concerns, text, others.split("|"))).toEqual([])
  })

  it("a subcommand whose name may be an option's value", () => {
    const commands = ["git -C push push origin", "git -c push push origin", "git --work-tree push push origin x"]
    expect(matching(concerns, "git push origin:*", commands)).toEqual(commands)
  })

  it("every command, even an empty one, if it is *", () => {
    expect([concerns(pattern("*"), run("x")), concerns(pattern("*"), run([]))]).toEqual([true, true])
    expect(concerns(pattern("rm:*"), run([]))).toBe(false)
  })

  it("every command that the same pattern would cover", () => {
    const word = fc.constantFrom("git", "push", "origin", "-C", "x", "-f", "--force", "--", "-rf", "a=b", "")
    const words = fc.array(word, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(words, words, fc.boolean(), (own, further, open) => {
        const given = run(open ? [...own, ...further] : own)
        if (covers({ words: own, open }, given)) expect(concerns({ words: own, open }, given)).toBe(true)
      }),
      runs(3000)
    )
  })

  it("a command with any option anywhere after the program", () => {
    const option = fc.constantFrom("-v", "--verbose", "-x", "--x=y", "-C")
    fc.assert(
      fc.property(fc.nat(3), option, (at, added) => {
        const words = ["git", "push", "origin", "main"]
        expect(concerns(pattern("git push origin:*"), run(words.toSpliced(at + 1, 0, added)))).toBe(true)
      })
    )
  })
})
