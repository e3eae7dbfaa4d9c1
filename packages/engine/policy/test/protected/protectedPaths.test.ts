import type { FileException, ResolvedPath, Resource } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { builtInPaths } from "../../src/protected/builtInPaths.ts"
import { call, command, decisionOf, file, policyIn, tools } from "../judging.ts"

const allowing = "rules: { allow: [write_file, patch_file, copy_file, shell, index] }"
const policy = policyIn(allowing)

const writing = (path: string, given = policy) =>
  decisionOf(given, call(tools.write_file, [file(`/workspace/${path}`, "w")]))

const running = (words: string, ...leads: ReadonlyArray<string>) =>
  call(tools.shell, [command(words, { paths: leads.map((path) => `/workspace/${path}` as ResolvedPath) })])

const exceptions = (given: typeof policy, resources: ReadonlyArray<Resource> = []): ReadonlyArray<FileException> => {
  const verdict = given.judge(call(tools.shell, resources))
  if (verdict.decision === "deny") throw new Error(verdict.why)
  return verdict.bounds.except ?? []
}

describe("a protected path", () => {
  it.each(builtInPaths.map(({ path }) => path))("is only written after a person approves: %s", (path) => {
    const one = path.replaceAll("**", "a/b").replaceAll("*", "x")
    for (const place of [one, `deep/er/${one}`, one.toUpperCase()])
      expect([place, writing(place)]).toEqual([place, "ask"])
    const verdict = policy.judge(call(tools.write_file, [file(`/workspace/${one}`, "w")]))
    expect(verdict).toMatchObject({
      decision: "ask",
      covers: "call",
      why: expect.stringMatching(/protected.*"unprotected"/)
    })
  })

  it("has a reason that completes a sentence after its name", () => {
    for (const { path, reason } of builtInPaths)
      expect([path, reason]).toEqual([path, expect.stringMatching(/^[a-z].*[^.]$/)])
  })

  it.each([
    ...[
      "src/hooks/useIt.ts",
      "config",
      "package.json",
      "Makefile",
      ".github/workflows/ci.yml",
      "AGENTS.md",
      "CLAUDE.md"
    ],
    ...[".env", ".gitignore", ".gitattributes", ".gitmodules", "vscode/x", ".huskyrc", ".git/HEAD", ".git/objects/a"],
    ...[".git/info/attributes", "node_modules/a/.vscode/settings.json", "docs/.bashrc.md", ".editorconfig"]
  ])("does not include %s", (path) => {
    expect(writing(path)).toBe("allow")
  })

  it("includes the programs that clients start, with their installed packages", () => {
    for (const path of [
      ".nvm/versions/node/v99.0.0/bin/node",
      ".nvm/versions/node/v24.0.0/lib/node_modules/toolgate/dist/cli.js",
      ".npm/_npx/0a/node_modules/toolgate/dist/cli.js",
      ".local/bin/node",
      ".nvm"
    ])
      expect([path, writing(path)]).toEqual([path, "ask"])
    const unless = (text: string) => exceptions(policy).find(({ pattern }) => pattern.includes(text))?.unless
    expect([unless(".nvm/versions"), unless(".vscode")]).toEqual([[], ["/workspace/**/node_modules/**"]])
  })

  it("may be read", () => {
    for (const path of [".git/config", ".bashrc"])
      expect(decisionOf(policy, call(tools.read_file, [file(`/workspace/${path}`)]))).toBe("allow")
  })

  it("needs approval for changes of the folders that lead to it", () => {
    for (const path of [".git", "deep/.git", ".git/modules", ".config"]) expect(writing(path)).toBe("ask")
  })

  it.each<[string, ReadonlyArray<string>, "allow" | "ask"]>([
    ["cp x .git/config", ["x", ".git/config"], "ask"],
    ["/usr/bin/tee -a .git/hooks/pre-commit", [".git/hooks/pre-commit"], "ask"],
    ["node build.js .vscode", ["build.js", ".vscode"], "ask"],
    ["sed -i s/a/b/ .npmrc", [".npmrc"], "ask"],
    ["find .husky -delete", [".husky"], "ask"],
    ["sort -o .envrc x", [".envrc", "x"], "ask"],
    ["git checkout -- .vscode/tasks.json", [".vscode/tasks.json"], "ask"],
    ["git -c core.pager=x log .vscode", [".vscode"], "ask"],
    ["mv .git old", [".git", "old"], "ask"],
    ["rm -rf sub/.git", ["sub/.git"], "ask"],
    ["cp -r evil/hooks .git", ["evil/hooks", ".git"], "ask"],
    ["ln -s evil .git", ["evil", ".git"], "ask"],
    ["cat .git/config", [".git/config"], "allow"],
    ["grep -rn x .vscode .husky", ["x", ".vscode", ".husky"], "allow"],
    ["ls -la .git .claude", [".git", ".claude"], "allow"],
    ["git add .husky/pre-commit", ["add", ".husky/pre-commit"], "allow"],
    ["git diff -- .vscode", ["diff", ".vscode"], "allow"],
    ["git --git-dir .git status", [".git"], "allow"],
    ["cp x .git/info/exclude", ["x", ".git/info/exclude"], "allow"],
    ["uniq x .envrc", [".envrc", "x"], "ask"],
    ["awk -f x.awk .envrc", [".envrc", "x.awk"], "ask"],
    ["sort --files0-from=list .envrc", [".envrc", "list"], "allow"],
    ["npm test", ["test"], "allow"]
  ])("%s (%j): %s", (words, leads, expected) => {
    expect(decisionOf(policy, running(words, ...leads))).toBe(expected)
  })

  it("needs approval if a command redirects to it", () => {
    expect(decisionOf(policy, call(tools.shell, [command("echo x"), file("/workspace/.husky/pre-push", "w")]))).toBe(
      "ask"
    )
    expect(decisionOf(policy, call(tools.shell, [command("cat x"), file("/workspace/.husky/pre-push", "r")]))).toBe(
      "allow"
    )
  })
})

describe("the keys `protected` and `unprotected`", () => {
  it("add paths with everything beneath, and remove exactly the paths that they list", () => {
    const given = policyIn(
      `${allowing}\nprotected: [deploy, "**/*.pem"]\nunprotected: [.husky, "**/.vscode/settings.json", ".git/config"]`
    )
    for (const path of [
      "deploy",
      "deploy/a/b",
      "x/y.pem",
      "DEPLOY/a",
      ".vscode/tasks.json",
      "sub/.husky/x",
      ".HUSKY/x"
    ])
      expect([path, writing(path, given)]).toEqual([path, "ask"])
    for (const path of [".husky/_/x", "a/.vscode/settings.json", ".git/config", "x/deploy"])
      expect([path, writing(path, given)]).toEqual([path, "allow"])
  })

  it("protect everything beneath a name that begins with a star", () => {
    const given = policyIn(`${allowing}\nprotected: ['odd/\\**']`)
    for (const path of ["odd/*a", "odd/*a/b"]) expect([path, writing(path, given)]).toEqual([path, "ask"])
    expect(writing("odd/a", given)).toBe("allow")
    expect(exceptions(given).map(({ pattern }) => pattern)).toContain("/workspace/odd/\\**/**")
  })

  it("remove built-in paths only in the first file, and add paths in every file", () => {
    const later = policyIn(allowing, "protected: [deploy]\nunprotected: [.husky, deploy/free]")
    for (const path of [".husky/x", "deploy/x"]) expect([path, writing(path, later)]).toEqual([path, "ask"])
    expect(writing("deploy/free", later)).toBe("allow")
    const first = policyIn(`${allowing}\nunprotected: [.husky]`, "protected: [deploy]")
    expect(writing(".husky/x", first)).toBe("allow")
    expect(writing(".husky/x", policyIn(`${allowing}\nunprotected: [.husky]`, "protected: [.husky]"))).toBe("ask")
  })
})

describe("the grant of a whole tree", () => {
  it("excludes protected paths, except for named ones that a person approved", () => {
    const hooks = (given: ReadonlyArray<FileException>) => given.find(({ pattern }) => pattern === "/**/*.git/hooks/**")
    expect(hooks(exceptions(policy))).toMatchObject({ mode: "w", unless: ["/workspace/**/node_modules/**"] })
    const asked = exceptions(policy, [file("/workspace/.git/hooks/pre-commit", "w")])
    expect(hooks(asked)?.unless).toEqual(["/workspace/**/node_modules/**", "/workspace/.git/hooks/**"])
  })

  it("has no such exceptions for a tool that only reads, or that names its files", () => {
    expect(policy.judge(call(tools.read_file, [file("/workspace/a")]))).toMatchObject({ bounds: {} })
    expect(policy.judge(call(tools.index))).toMatchObject({
      decision: "allow",
      bounds: { except: expect.arrayContaining([expect.objectContaining({ pattern: "/**/.vscode/**", mode: "w" })]) }
    })
  })
})
