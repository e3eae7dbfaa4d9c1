import type { OutsideWord, ResolvedPath } from "@toolgate/core"
import { describe, expect, it } from "vitest"
import { call, command, decisionOf, file, policyIn, principal, tools } from "./judging.ts"

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
  it("is read when a person says so, whatever the mode of reading is", () => {
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

  it("is asked about for everyone above who has no name for it", () => {
    const ceiling = { tools: "any" as const, files: [tree("/srv")] }
    expect(reading("", "/srv/a", principal({ agent: "b", ceiling, parent: principal({ ceiling }) }))).toBe("allow")
    expect(reading("", "/srv/a", principal({ agent: "b", ceiling, parent: principal() }))).toBe("ask")
  })

  it("is named by the first file alone", () => {
    const allow = "rules: { allow: ['read_host(/srv/**)'] }"
    expect(decisionOf(policyIn(allow, ""), call(tools.read_host, [file("/srv/a")]))).toBe("allow")
    expect(decisionOf(policyIn("", allow), call(tools.read_host, [file("/srv/a")]))).toBe("ask")
  })

  it("is asked about where a word of a command leads there, or a redirection", () => {
    const shell = "rules: { allow: [shell, 'shell(cat:*)'] }"
    expect(deciding(shell, "cat /srv/a", at(1, "/srv/a"))).toBe("ask")
    expect(decisionOf(policyIn(shell), call(tools.shell, [command("cat"), file("/srv/a")]))).toBe("ask")
    expect(decisionOf(policyIn(shell), call(tools.shell, [command("cat"), file("/workspace/a")]))).toBe("allow")
  })

  it("is named for a command by a rule that spells the word out, and by a rule about files", () => {
    const word = ["cat -n /srv/a", at(2, "/srv/a")] as const
    const named = (...rules: ReadonlyArray<string>) =>
      deciding(`rules: { allow: ${JSON.stringify(["shell", ...rules])} }`, ...word)
    expect(named("shell(cat -n /srv/a)")).toBe("allow")
    expect(named("shell(cat -n /srv/a:*)")).toBe("allow")
    expect(named("shell(cat -n:*)")).toBe("ask")
    expect(named("read_host(/srv/**)")).toBe("allow")
    expect(deciding("rules: { allow: [shell] }\nagents: { a: { fs: [{ path: /srv, mode: r }] } }", ...word)).toBe(
      "allow"
    )
  })

  it("needs no name in a folder of the system, and a confined command none for what is not there", () => {
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

  it("is said with what would name it", () => {
    const { steps } = policyIn("").explain(call(tools.read_host, [file("/srv/a")], { principal: principal() }))
    expect(steps.find(({ part }) => part === "host paths")?.findings).toEqual([
      {
        because: { layer: "host paths", rule: "outside the workspace", source: "built in" },
        effect: "ask",
        said: "The call reads a path outside the workspace: /srv/a.",
        change:
          'Add an allow rule that names the path, as in "Read(/srv/a)", or give the agent "a" a tree that holds it.'
      }
    ])
  })
})
