import type { ResolvedPath } from "@toolgate/core"
import { compileAccess } from "@toolgate/core/access"
import { describe, expect, it } from "vitest"
import { DefaultPolicy, makeGrant, type PolicyConfig } from "../../src/index.ts"
import { builtInSecrets } from "../../src/secrets/builtInSecrets.ts"
import { aTool, call, command, configsOf, decisionOf, file, installed, opaque, policyIn, tools } from "../judging.ts"

const allowing = "rules: { allow: [shell, read_host, 'read_host(/**)', write_host, index] }"
const policy = policyIn(allowing)

const reading = (path: string, given = policy) => decisionOf(given, call(tools.read_host, [file(path)]))

const running = (words: string, ...leads: ReadonlyArray<string>) =>
  call(tools.shell, [command(words, { paths: leads as ReadonlyArray<ResolvedPath> })])

const unconfined = "tools: { shell: { unconfined: true } }\n"

/** Returns what a call of the tool is granted at a path of the workspace. */
const letters = (given: typeof policy, request: ReturnType<typeof call>, path: string) => {
  const verdict = given.judge(request)
  if (verdict.decision === "deny") throw new Error(verdict.why)
  return compileAccess(makeGrant(request, verdict).access.files).lettersAt(path)
}

describe("secrets", () => {
  it.each(builtInSecrets)(
    "$path is only read after a person approves, even if a rule allows it",
    ({ path, isOfProject = false }) => {
      const one = path.replaceAll("*", "x")
      for (const place of path.startsWith("/")
        ? [one, `${one}/x`]
        : [`/home/ada/${one}`, isOfProject ? `/srv/${one}` : `/srv/${one}/x`])
        expect([place, reading(place)]).toEqual([place, "ask"])
    }
  )

  it("have a reason that completes a sentence after the name", () => {
    for (const { path, reason } of builtInSecrets)
      expect([path, reason]).toEqual([path, expect.stringMatching(/^[a-z].*[^.]$/)])
  })

  it("need approval in the workspace, unlike a project's own settings", () => {
    for (const path of [".ssh/id_ed25519", "deep/.aws/credentials", ".SSH/ID_RSA", "passwords.kdbx"])
      expect([path, reading(`/workspace/${path}`)]).toEqual([path, "ask"])
    for (const path of [
      ".npmrc",
      ".yarnrc.yml",
      ".env/bin/python",
      ".env.example",
      "id_rsa.pub",
      ".bundle/config",
      "src/ssh.ts",
      ".sshrc",
      "proc/1/environ",
      "toolgate/mcp/packages/x"
    ])
      expect([path, reading(`/workspace/${path}`)]).toEqual([path, "allow"])
  })

  it("need approval even if a capability and a ceiling name a parent folder", () => {
    const agents = `${allowing}\nagents: { a: { fs: [{ path: /home/ada, mode: rw }] } }`
    expect(reading("/home/ada/notes", policyIn(agents))).toBe("allow")
    expect(reading("/home/ada/.ssh/id_rsa", policyIn(agents))).toBe("ask")
    const ceiling = {
      tools: "any" as const,
      files: [{ path: "/home" as ResolvedPath, mode: "r" as const, scope: "tree" as const }]
    }
    const request = call(tools.read_host, [file("/home/ada/.netrc")], { principal: { agent: "a", ceiling } })
    expect(decisionOf(policy, request)).toBe("ask")
  })

  it("may be written, unless they are protected", () => {
    expect(decisionOf(policy, call(tools.write_host, [file("/srv/x/.pgpass", "w")]))).toBe("allow")
  })

  it("need approval if a word or a wildcard of a command may lead to them", () => {
    expect(decisionOf(policy, running("cat x", "/workspace/.ssh/x"))).toBe("ask")
    expect(decisionOf(policy, running("cat x", "/workspace/x"))).toBe("allow")
    const globbed = (glob: string) =>
      decisionOf(policy, call(tools.shell, [command("cat x", { loose: [{ at: 1, of: "file" }], globs: [glob] })]))
    expect(globbed("/workspace/.ss*/*")).toBe("ask")
    for (const glob of ["/workspace/*", "/workspace/src/**/*.ts", "/workspace/*.json"])
      expect([glob, globbed(glob)]).toEqual([glob, "allow"])
  })

  it("are excluded from every tree, except for those that a person approved", () => {
    expect(letters(policy, call(tools.shell), "/workspace/.ssh/id_rsa")).toBe("")
    expect(letters(policy, call(tools.shell), "/workspace/.npmrc")).toBe("r")
    expect(letters(policy, call(tools.index), "/workspace/a/.aws/credentials")).toBe("")
    const asked = running("cat x", "/workspace/.netrc")
    expect(letters(policy, asked, "/workspace/.netrc")).toBe("rw")
    expect(letters(policy, asked, "/workspace/.pgpass")).toBe("")
    const inHome = { workspace: "/home/ada" as ResolvedPath }
    expect(letters(policy, call(tools.shell, [], inHome), "/home/ada/.npmrc")).toBe("")
    const searches = aTool({
      sideEffects: "READ",
      resources: [{ kind: "file", arg: "/path", mode: "r", within: "host", scope: "tree" }]
    })
    const home = call(searches, [{ kind: "file", path: "/home/ada" as ResolvedPath, mode: "r", scope: "tree" }])
    expect(letters(policy, home, "/home/ada/.npmrc")).toBe("")
    expect(letters(policy, home, "/home/ada/notes")).toBe("r")
  })

  it("of a project are hidden from tools that read files, and not from commands", () => {
    for (const path of [".env", "web/.env.local", "web/.env.production", ".env.x.local", "keys/id_rsa", "a.PFX"]) {
      const at = `/workspace/${path}`
      expect([path, reading(at), reading(at, policyIn(`${allowing}\nnot_secrets: ["**"]`))]).toEqual([
        path,
        "ask",
        "allow"
      ])
      expect([path, letters(policy, call(tools.index), at)]).toEqual([path, ""])
      expect([path, decisionOf(policy, running(`cat ${path}`, at)), letters(policy, call(tools.shell), at)]).toEqual([
        path,
        "allow",
        "rw"
      ])
    }
    expect(decisionOf(policy, call(tools.shell, [command("sort"), file("/workspace/.env")]))).toBe("allow")
    expect(letters(policyIn(`${allowing}\nnot_secrets: [.env]`), call(tools.index), "/workspace/.env")).toBe("rw")
  })

  it("need approval for an unreadable command without confinement", () => {
    expect(decisionOf(policy, call(tools.shell, [opaque]))).toBe("allow")
    expect(decisionOf(policyIn(unconfined + allowing), call(tools.shell, [opaque]))).toBe("ask")
    expect(decisionOf(policyIn(`${unconfined}${allowing}\nnot_secrets: [/**]`), call(tools.shell, [opaque]))).toBe(
      "allow"
    )
  })

  it("can be added by any file, and removed only by the first", () => {
    const more = 'secrets: ["**/.env", keys]'
    for (const path of ["/workspace/.env", "/srv/.env", "/workspace/keys/a"]) {
      expect([path, reading(path, policyIn(`${allowing}\n${more}`))]).toEqual([path, "ask"])
      expect([path, reading(path, policyIn(allowing, more))]).toEqual([path, "ask"])
    }
    const fewer = "not_secrets: [/srv/.netrc, .netrc]"
    for (const path of ["/workspace/.netrc", "/srv/.netrc"]) {
      expect([path, reading(path, policyIn(`${allowing}\n${fewer}`))]).toEqual([path, "allow"])
      expect([path, reading(path, policyIn(allowing, fewer))]).toEqual([path, "ask"])
    }
    expect(reading("/workspace/a/.netrc", policyIn(`${allowing}\n${fewer}`))).toBe("ask")
  })

  it("stay secret under files that can only narrow", () => {
    const [first, workspaceFile] = configsOf(allowing, "not_secrets: [/**]")
    const configs = [first, { ...workspaceFile, onlyNarrows: true }] as ReadonlyArray<PolicyConfig>
    const narrowed = DefaultPolicy.make({ configs, tools: Object.values(tools) }, installed)
    expect(reading("/srv/.netrc", narrowed)).toBe("ask")
    const alone = DefaultPolicy.make({ configs: configs.slice(1), tools: Object.values(tools) }, installed)
    expect(reading("/srv/.netrc", alone)).toBe("ask")
  })
})

describe("the built-in secrets", () => {
  it("need approval if a command has too many patterns to compare", () => {
    const globs = Array.from({ length: 65 }, (_, at) => `/workspace/a${at}*/*/b?`)
    const listing = (some: ReadonlyArray<string>) =>
      decisionOf(policy, call(tools.shell, [command("ls x", { loose: [{ at: 1, of: "file" }], globs: some })]))
    expect([listing(globs.slice(0, 64)), listing(globs)]).toEqual(["allow", "ask"])
  })
})
