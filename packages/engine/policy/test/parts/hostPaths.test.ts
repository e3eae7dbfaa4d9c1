import type { OutsideWord, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { DefaultPolicy } from "../../src/index.ts"
import { call, command, configsOf, decisionOf, file, installed, policyIn, principal, tools } from "../judging.ts"

const reading = (text: string, path: string, who = principal()) =>
  decisionOf(policyIn(text), call(tools.read_host, [file(path)], { principal: who }))

/** Returns a command whose words lead out of the workspace. */
const running = (words: string, ...outside: ReadonlyArray<OutsideWord>) =>
  command(words, { paths: outside.map(({ path }) => path), outside })

const at = (place: number, path: string, unusual?: true): OutsideWord => ({
  at: place,
  path: path as ResolvedPath,
  ...(unusual === undefined ? {} : { unusual })
})

const deciding = (text: string, ...words: Parameters<typeof running>) =>
  decisionOf(policyIn(text), call(tools.shell, [running(...words)], { principal: principal() }))

const tree = (path: string) => ({ path: path as ResolvedPath, mode: "r" as const, scope: "tree" as const })

describe("a path outside the workspace", () => {
  it("is read only after a person approves, in any mode of reading", () => {
    for (const text of [
      "",
      "tool_confirmation: { default: { READ: auto } }",
      "tool_confirmation: { per_tool: { read_host: auto } }"
    ]) {
      expect([text, reading(text, "/etc/hosts")]).toEqual([text, "ask"])
      expect([text, reading(text, "/workspace/a")]).toEqual([text, "allow"])
    }
    expect(reading("", "/workspace2/a")).toBe("ask")
  })

  it("is named by a rule for the path or for the whole tool, and by no other rule", () => {
    const named = (rule: string) => reading(`rules: { allow: ["${rule}"] }`, "/srv/a")
    for (const rule of ["read_host(/srv/a)", "read_host(/srv/**)", "read_host(/**)", "read_host"])
      expect([rule, named(rule)]).toEqual([rule, "allow"])
    for (const rule of ["read_host(/srv/b)", "read_host(**)", "read_file(/srv/a)", "shell"])
      expect([rule, named(rule)]).toEqual([rule, "ask"])
  })

  it("is named by a capability and by a ceiling, for the mode that the call needs", () => {
    const agents = (mode: string) => `agents: { a: { fs: [{ path: /srv, mode: ${mode} }] } }`
    expect(reading(agents("r"), "/srv/a")).toBe("allow")
    expect(reading(agents("w"), "/srv/a")).toBe("deny")
    expect(reading(agents("r"), "/srv2/a")).toBe("deny")
    expect(reading("", "/srv/a", principal({ ceiling: { tools: "any", files: [tree("/srv")] } }))).toBe("allow")
  })

  it("needs approval if any delegator has no rule for it", () => {
    const ceiling = { tools: "any" as const, files: [tree("/srv")] }
    expect(reading("", "/srv/a", principal({ agent: "b", ceiling, parent: principal({ ceiling }) }))).toBe("allow")
    expect(reading("", "/srv/a", principal({ agent: "b", ceiling, parent: principal() }))).toBe("ask")
  })

  it("is named only by the first file", () => {
    const allow = "rules: { allow: ['read_host(/srv/**)'] }"
    expect(decisionOf(policyIn(allow, ""), call(tools.read_host, [file("/srv/a")]))).toBe("allow")
    expect(decisionOf(policyIn("", allow), call(tools.read_host, [file("/srv/a")]))).toBe("ask")
  })

  it("needs approval if a word or a redirection of a command leads there", () => {
    const shell = "rules: { allow: [shell, 'shell(cat:*)'] }"
    expect(deciding(shell, "cat /srv/a", at(1, "/srv/a"))).toBe("ask")
    expect(decisionOf(policyIn(shell), call(tools.shell, [command("cat"), file("/srv/a")]))).toBe("ask")
    expect(decisionOf(policyIn(shell), call(tools.shell, [command("cat"), file("/workspace/a")]))).toBe("allow")
  })

  it("is allowed for a command by a rule that contains the word, or by a rule about reading files", () => {
    const word = ["cat -n /srv/a", at(2, "/srv/a")] as const
    const named = (...rules: ReadonlyArray<string>) =>
      deciding(`rules: { allow: ${JSON.stringify(["shell", ...rules])} }`, ...word)
    expect(named("shell(cat -n /srv/a)")).toBe("allow")
    expect(named("shell(cat -n /srv/a:*)")).toBe("allow")
    expect(named("shell(cat -n:*)")).toBe("ask")
    expect(named("read_host(/srv/**)")).toBe("allow")
    // What the command does with the word is not known, and it may read it.
    expect(named("write_host(/srv/**)")).toBe("ask")
    expect(deciding("rules: { allow: [shell] }\nagents: { a: { fs: [{ path: /srv, mode: w }] } }", ...word)).toBe("ask")
    expect(deciding("rules: { allow: [shell] }\nagents: { a: { fs: [{ path: /srv, mode: r }] } }", ...word)).toBe(
      "allow"
    )
  })

  it("needs no rule in a folder of the system, or for a confined word that is hardly a path", () => {
    const confined = "rules: { allow: [shell] }"
    const unconfined = `tools: { shell: { unconfined: true } }\n${confined}`
    expect(deciding(confined, "gcc -I/usr/include a.c", at(1, "/usr/include"))).toBe("allow")
    expect(deciding(confined, "sed /a/p b", at(1, "/a/p", true))).toBe("allow")
    expect(deciding(unconfined, "sed /a/p b", at(1, "/a/p", true))).toBe("ask")
    expect(deciding(confined, "echo /srv/a", at(1, "/srv/a"))).toBe("allow")
    expect(
      deciding("tools: { shell: { path: [/opt/node] } }\nrules: { allow: [shell] }", "ls /opt/node", at(1, "/opt/node"))
    ).toBe("allow")
    expect(deciding(confined, "ls /opt/node", at(1, "/opt/node"))).toBe("ask")
  })

  it("is explained with the rule that would name it", () => {
    const { steps } = policyIn("").explain(call(tools.read_host, [file("/srv/a")], { principal: principal() }))
    expect(steps.find(({ part }) => part === "host paths")?.findings).toEqual([
      {
        because: { layer: "host paths", rule: "outside the workspace", source: "built in" },
        effect: "ask",
        said: 'The call reads a path outside the workspace: "/srv/a". No allow rule, capability or grant names it.',
        change: 'Add the allow rule "read_host(/srv/a)", or give the agent "a" a tree that contains the path.'
      }
    ])
  })

  it("is explained for each word of a command, with a rule that was tried", () => {
    const allow = "rules: { allow: [shell] }"
    const requests = [
      running("cat /srv/a b /srv/b", at(1, "/srv/a"), at(3, "/srv/b")),
      command("cat /srv/*", {
        loose: [{ at: 1, of: "file", pattern: "/srv/*" }],
        paths: ["/srv/a" as ResolvedPath],
        outside: [at(1, "/srv/a")]
      })
    ].map((one) => call(tools.shell, [one], { principal: principal() }))
    const changes = requests.map((request) =>
      policyIn(allow)
        .explain(request)
        .steps.flatMap(({ part, findings }) => (part === "host paths" ? findings : []))
        .map(({ said, change }) => [said, /"((?:shell|read_host)\([^"]*\))"/.exec(change ?? "")?.[1]] as const)
    )
    expect(changes[0]?.map(([said]) => said)).toEqual([
      'The word "/srv/a" of the command leads outside the workspace, to "/srv/a". No allow rule, capability or grant names it.',
      expect.stringContaining("/srv/b")
    ])
    for (const [n, request] of requests.entries()) {
      expect(decisionOf(policyIn(allow), request)).toBe("ask")
      const [rule] = changes[n]?.map(([, one]) => one) ?? []
      expect(decisionOf(policyIn(`rules: { allow: [shell, ${JSON.stringify(rule)}] }`), request)).toBe("allow")
    }
  })

  it("needs no rule in the session's folders for a confined command without file arguments", () => {
    const confined = "rules: { allow: [shell] }"
    const unconfined = `tools: { shell: { unconfined: true } }\n${confined}`
    for (const path of ["/tmp/x", "/tmp", "/dev/shm/x/y"]) {
      expect(deciding(confined, `cat ${path}`, at(1, path))).toBe("allow")
      expect(deciding(unconfined, `cat ${path}`, at(1, path))).toBe("ask")
      const redirecting = call(tools.shell, [command("cat"), file(path, "w")], { principal: principal() })
      expect(decisionOf(policyIn(confined), redirecting)).toBe("allow")
      expect(decisionOf(policyIn(unconfined), redirecting)).toBe("ask")
      expect(
        decisionOf(policyIn(`${confined}\nagents: { a: { fs: [{ path: /workspace, mode: rw }] } }`), redirecting)
      ).toBe("allow")
      expect(reading("", path)).toBe("ask")
    }
    for (const path of ["/tmpx", "/var/tmp/x", "/dev/sda", "/dev/shmx"])
      expect([path, deciding(confined, `cat ${path}`, at(1, path))]).toEqual([path, "ask"])
  })

  it("is readable for a confined command once a rule names it or a person approves, and not by an app's judge", () => {
    const reads = (text: string, ...words: Parameters<typeof running>) => {
      const verdict = policyIn(text).judge(call(tools.shell, [running(...words)], { principal: principal() }))
      return verdict.decision === "deny" ? "denied" : verdict.bounds.reads
    }
    const words = ["cat /srv/a /api", at(1, "/srv/a"), at(2, "/api", true)] as const
    expect(reads("", ...words)).toEqual(["/srv/a"])
    expect(reads("rules: { allow: [shell, 'shell(cat /srv/a:*)'] }", ...words)).toEqual(["/srv/a"])
    expect(reads("rules: { allow: ['shell(cat /srv/a /api)'] }", ...words)).toEqual(["/srv/a", "/api"])
    expect(
      reads("", "cat /proc/self/environ /usr/x /", at(1, "/proc/self/environ"), at(2, "/usr/x"), at(3, "/"))
    ).toEqual([])
    expect(reads("tools: { shell: { unconfined: true } }", ...words)).toBeUndefined()
    const judge = () => ({
      decision: "allow" as const,
      because: { layer: "app", rule: "app", source: "app" },
      bounds: { reads: ["/srv/b" as ResolvedPath] }
    })
    const policy = DefaultPolicy.make({ configs: configsOf("rules: { allow: [shell] }"), judges: [judge] }, installed)
    expect(policy.judge(call(tools.shell, [running("ls")]))).toMatchObject({
      decision: "allow",
      bounds: expect.not.objectContaining({ reads: expect.anything() })
    })
  })
})
