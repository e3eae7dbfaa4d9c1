import type { ResolvedPath } from "@toolgate/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DefaultPolicy } from "../../src/index.ts"
import { aTool, call, command, configOf, decisionOf, file, installed, opaque, tools } from "../judging.ts"

const kept = ["/workspace/conf/gate/Policy.yaml", "/home/ada/.config/toolgate"]

const store = "/home/ada/.local/state/toolgate/store.sqlite"

const allowing = "rules: { allow: [write_file, patch_file, copy_file, shell, start, index] }"
const confined = DefaultPolicy.make({ configs: [configOf(allowing)], files: kept }, installed)
const unconfined = DefaultPolicy.make(
  { configs: [configOf(`${allowing}\ntools: { shell: { unconfined: true } }\nnot_secrets: [/**]`)], files: kept },
  installed
)

const paths = (...given: ReadonlyArray<string>) => given.map((path) => path as ResolvedPath)

/** Returns a command whose words lead to these paths. */
const running = (words: string, ...given: ReadonlyArray<string>) =>
  call(tools.shell, [command(words, { paths: paths(...given) })])

describe("the gate's own files", () => {
  it.each<[string, "r" | "w" | "rw", "allow" | "deny"]>([
    ["/workspace/conf/gate/Policy.yaml", "w", "deny"],
    ["/workspace/conf/gate/Policy.yaml", "r", "allow"],
    ["/workspace/conf/gate/policy.YAML", "rw", "deny"],
    ["/home/ada/.config/toolgate/new/toolgate.yaml", "w", "deny"],
    ["/workspace/conf/gate", "w", "deny"],
    ["/workspace/CONF", "rw", "deny"],
    ["/workspace", "w", "deny"],
    ["/", "w", "deny"],
    ["/home/ada", "w", "deny"],
    ["/workspace", "r", "allow"],
    ["/workspace/conf", "r", "allow"],
    ["/workspace/conf/other", "w", "allow"],
    ["/workspace/conf/gate2", "w", "allow"],
    ["/workspace/con", "w", "allow"]
  ])("cannot be changed by file tools: %s (%s): %s", (path, mode, expected) => {
    const tool = mode === "r" ? tools.read_file : mode === "w" ? tools.write_file : tools.patch_file
    expect(decisionOf(confined, call(tool, [file(path, mode)]))).toBe(expected)
  })

  it.each<[string, "r" | "w" | "rw", "allow" | "ask" | "deny"]>([
    ["/home/ada/.local/state/toolgate/store.sqlite", "r", "deny"],
    ["/home/ada/.local/state/Toolgate/STORE.sqlite", "r", "deny"],
    ["/home/ada/.local/state/toolgate/store.sqlite", "w", "deny"],
    ["/home/ada/.local/state/toolgate/store.sqlite", "rw", "deny"],
    ["/home/ada/.local/state", "w", "deny"],
    ["/home/ada/.local/state/toolgate/store.sqlite2", "r", "ask"],
    ["/home/ada/.local/state/toolgate", "r", "allow"]
  ])("include the store, which tools cannot read: %s (%s) is %s", (path, mode, expected) => {
    const policy = DefaultPolicy.make({ configs: [configOf(allowing)], files: kept, secrets: [store] }, installed)
    const tool = mode === "r" ? tools.read_file : mode === "w" ? tools.write_file : tools.patch_file
    expect(decisionOf(policy, call(tool, [file(path, mode)]))).toBe(expected)
  })

  it("exclude the store from every tree that a call may read", () => {
    const policy = DefaultPolicy.make({ configs: [configOf(allowing)], secrets: [store] }, installed)
    for (const request of [call(tools.read_file, [file("/home/ada", "r")]), running("ls x")])
      expect(policy.judge(request)).toMatchObject({
        decision: "allow",
        bounds: { except: expect.arrayContaining([{ pattern: `${store}/**`, mode: "rw" }]) }
      })
  })

  it("cannot be moved with a parent folder", () => {
    const moving = (from: string, to: string) =>
      decisionOf(confined, call(tools.copy_file, [file(from, "rw"), file(to, "w")]))
    expect(moving("/workspace/conf", "/workspace/old")).toBe("deny")
    expect(moving("/workspace/new", "/workspace/conf")).toBe("deny")
    expect(moving("/workspace/new", "/workspace/other")).toBe("allow")
  })

  it.each<[string, ReadonlyArray<string>, "allow" | "deny", "allow" | "deny"]>([
    // The columns are the words, the paths to which they lead, the decision without confinement, and the decision with
    // confinement.
    ["mv -T conf old", ["/workspace/conf", "/workspace/old"], "deny", "allow"],
    ["mv -T new conf/gate", ["/workspace/new", "/workspace/conf/gate"], "deny", "allow"],
    ["ls conf", ["/workspace/conf"], "deny", "allow"],
    ["ln -sfn evil Conf", ["/workspace/evil", "/workspace/Conf"], "deny", "allow"],
    ["ls /home/ada/.config", ["/home/ada/.config"], "deny", "allow"],
    ["cat conf/gate/Policy.yaml", ["/workspace/conf/gate/Policy.yaml"], "deny", "deny"],
    ["ls conf/other", ["/workspace/conf/other"], "allow", "allow"],
    ["ls .", ["/workspace"], "allow", "allow"],
    ["grep -r x .", ["/workspace/x", "/workspace"], "allow", "allow"],
    ["du -sh /", ["/"], "allow", "allow"],
    ["find ..", ["/"], "allow", "allow"],
    ["rm -rf ../workspace", ["/workspace"], "deny", "allow"],
    ["/bin/RM -rf /", ["/"], "deny", "allow"],
    ["mv ../workspace ../other", ["/workspace", "/other"], "deny", "allow"],
    ["mv /workspace .", ["/workspace"], "allow", "allow"],
    ["mv build/x .", ["/workspace/build/x", "/workspace"], "allow", "allow"],
    ["mv -t /tmp ../workspace", ["/tmp", "/workspace"], "deny", "allow"],
    ["mv .. ../../x", ["/", "/x"], "deny", "allow"],
    ["cp -r evil/conf .", ["/workspace/evil/conf", "/workspace"], "deny", "allow"],
    ["cp -r evil/conf/ ./", ["/workspace/evil/conf", "/workspace"], "deny", "allow"],
    ["cp -r evil/Conf ..", ["/workspace/evil/Conf", "/"], "allow", "allow"],
    ["cp -r /tmp/workspace /", ["/tmp/workspace", "/"], "deny", "allow"],
    ["cp a/b .", ["/workspace/a/b", "/workspace"], "allow", "allow"]
  ])("are protected from %s (%j), which is %s if unconfined and %s if confined", (words, leads, without, within) => {
    expect(decisionOf(unconfined, running(words, ...leads))).toBe(without)
    expect(decisionOf(confined, running(words, ...leads))).toBe(within)
  })

  it("are protected from a function with a command as from an unconfined command", () => {
    expect(decisionOf(confined, call(tools.start, [command("ls conf", { paths: paths("/workspace/conf") })]))).toBe(
      "deny"
    )
    const both = aTool({
      ...tools.shell,
      implementations: [...tools.shell.implementations, ...aTool().implementations],
      name: "shell"
    })
    expect(decisionOf(confined, call(both, [command("ls conf", { paths: paths("/workspace/conf") })]))).toBe("deny")
  })

  it("need approval for an unreadable unconfined command in their workspace", () => {
    const request = call(tools.shell, [opaque])
    expect([decisionOf(unconfined, request), decisionOf(confined, request)]).toEqual(["ask", "allow"])
    const elsewhere = { ...request, context: { ...request.context, workspace: "/srv" as ResolvedPath } }
    expect(decisionOf(unconfined, elsewhere)).toBe("allow")
  })

  it("may lie in a tree that a confined program writes", () => {
    const tree = (path: string) => [command("./run ."), { ...file(path, "rw"), scope: "tree" as const }]
    const of = (policy: typeof confined, path: string) => decisionOf(policy, call(tools.shell, tree(path)))
    expect([of(confined, "/workspace"), of(unconfined, "/workspace")]).toEqual(["allow", "deny"])
    expect(of(confined, "/workspace/conf/gate/Policy.yaml")).toBe("deny")
    expect(decisionOf(confined, call(tools.shell, [command("./run ."), file("/workspace", "rw")]))).toBe("deny")
    expect(decisionOf(confined, call(tools.write_file, tree("/workspace").slice(1)))).toBe("deny")
  })

  it("are excluded from a tree that a function declares", () => {
    const unpack = aTool({
      name: "write_file",
      sideEffects: "WRITE",
      resources: [{ kind: "file", arg: "/to", mode: "rw", within: "host", scope: "tree" }]
    })
    const tree = (path: string) => ({ kind: "file", path: path as ResolvedPath, mode: "rw", scope: "tree" }) as const
    const into = (path: string) => confined.judge(call(unpack, [tree(path)]))
    for (const folder of ["/workspace", "/workspace/conf"])
      expect(into(folder)).toMatchObject({
        decision: "allow",
        bounds: { except: expect.arrayContaining(kept.map((path) => ({ pattern: `${path}/**`, mode: "w" }))) }
      })
    for (const own of [...kept, "/home/ada/.config/toolgate/new"]) expect(into(own).decision).toBe("deny")
    const byCommand = aTool({ ...unpack, implementations: tools.shell.implementations })
    const loose = DefaultPolicy.make(
      { configs: [configOf(`${allowing}\ntools: { write_file: { unconfined: true } }`)], files: kept },
      installed
    )
    expect(decisionOf(loose, call(byCommand, [tree("/workspace")]))).toBe("deny")
  })

  it("are excluded from every granted tree", () => {
    const verdict = confined.judge(call(tools.index))
    expect(verdict).toMatchObject({ decision: "allow" })
    if (verdict.decision === "allow")
      expect(verdict.bounds.except?.filter(({ mode, why }) => mode === "w" && why === undefined)).toEqual(
        kept.map((path) => ({ pattern: `${path}/**`, mode: "w" }))
      )
  })

  it("are protected from unconfined words that name a folder between them and the workspace", () => {
    const name = fc.constantFrom("a", "b", "c", ".d", "e f")
    fc.assert(
      fc.property(
        fc.array(fc.array(name, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        fc.array(name, { maxLength: 6 }),
        (files, word) => {
          const at = (names: ReadonlyArray<string>) => ["/workspace", ...names].join("/")
          const policy = DefaultPolicy.make(
            {
              configs: [configOf("tools: { shell: { unconfined: true } }\nrules: { allow: [shell] }")],
              files: files.map(at)
            },
            installed
          )
          const leads =
            word.length > 0 &&
            files.some((names) => at(word).startsWith(`${at(names)}/`) || `${at(names)}/`.startsWith(`${at(word)}/`))
          expect(decisionOf(policy, running("tool x", at(word)))).toBe(leads ? "deny" : "allow")
        }
      )
    )
  })
})
