import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ReviewFolder, type RuleToReview } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { folder } from "../folder.ts"
import { toolgate } from "../withinProcess.ts"

const write = (workspace: string, path: string): Partial<RuleToReview> => ({
  rule: `write_file(${path})`,
  tool: "write_file",
  resources: [{ kind: "file", path, mode: "w" }],
  workspace
})

const run = (...argv: ReadonlyArray<string>): Partial<RuleToReview> => ({
  rule: `shell(${argv.join(" ")})`,
  tool: "shell",
  resources: [
    { kind: "command", argv: [...argv], assigned: [], wrapper: false, inWorkspace: true, paths: [], hosts: [] }
  ]
})

/** Returns a folder with a policy, and with these rules waiting for review. */
const waiting = async (policy: string, ...rules: ReadonlyArray<Partial<RuleToReview>>) => {
  const at = folder({ "policy.yaml": policy })
  const review = new ReviewFolder(join(at, "state", "toolgate", "review"))
  for (const [i, rule] of rules.entries())
    await Effect.runPromise(
      review.add({
        rule: "",
        tool: "",
        resources: [],
        session: "default",
        principal: { agent: "default", ceiling: { tools: "any" } },
        workspace: "/nowhere",
        why: "A person has to confirm it.",
        because: { layer: "confirmation", rule: "prompt", source: "built in" },
        question: `q${i}`,
        by: "ada",
        at: i,
        ...rule
      })
    )
  return {
    at,
    review: (...args: ReadonlyArray<string>) =>
      toolgate(["policy", "review", "--policy", "policy.yaml", ...args], {
        cwd: at,
        env: { XDG_STATE_HOME: join(at, "state") }
      }),
    policy: () => readFileSync(join(at, "policy.yaml"), "utf8"),
    left: async () => (await Effect.runPromise(review.list)).waiting.map(({ suggested }) => suggested.rule)
  }
}

describe("toolgate policy review", () => {
  it("reports that there are no pending rules if there is no folder for them", async () => {
    const { review } = await waiting("version: 1\n")
    expect(await review()).toEqual({ status: 0, stdout: "No rule waits for review.\n", stderr: "" })
  })

  it("lists the rules with their files, and why others cannot be added, and changes nothing", async () => {
    const { review, policy, left } = await waiting(
      "version: 1\n",
      run("make"),
      write("/nowhere", "/nowhere/.git/config"),
      { ...run("make"), rule: "shell" }
    )
    const { status, stdout } = await review()
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^1\. shell\(make\)\n {3}suggested once at 1970-01-01T00:00:00\.000Z by ada\n {3}for agent "default" in \/nowhere\n {3}asked because: A person has to confirm it\.\n/
    )
    expect(stdout).toContain("   would go into policy.yaml\n2. write_file(/nowhere/.git/config)\n")
    expect(stdout).toMatch(/ {3}cannot be added, because the call would still be asked about: .*protected/)
    expect(stdout).toMatch(/3\. shell\n(.*\n){3} {3}cannot be added, because the call is allowed already\n$/)
    expect(policy()).toBe("version: 1\n")
    expect(await left()).toHaveLength(3)
  })

  it("adds the rules of the given numbers, shows the change, and can remove it", async () => {
    const { at, review, policy, left } = await waiting(
      'version: 1 # mine\nrules:\n  deny: ["shell(rm:*)"] # why\n',
      run("make"),
      run("npm", "test"),
      write("/w", "/w/a")
    )
    expect(await review("--apply", "1,3")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(
        '   deny: ["shell(rm:*)"] # why\n+  allow:\n+    - "shell(make)"\n+    - "write_file(/w/a)"\n'
      ),
      stderr: 'Wrote "policy.yaml".\n'
    })
    expect(policy()).toBe(
      'version: 1 # mine\nrules:\n  deny: ["shell(rm:*)"] # why\n  allow:\n    - "shell(make)"\n    - "write_file(/w/a)"\n'
    )
    expect(await left()).toEqual(["shell(npm test)"])
    expect(readdirSync(at).sort()).toEqual(["policy.yaml", "state"])
    const check = await toolgate(["policy", "check", "--policy", "policy.yaml"], {
      cwd: at,
      input: '{"tool":"shell","args":{"command":"make"}}\n{"tool":"shell","args":{"command":"make x"}}\n'
    })
    expect(check.stdout.split("\n").map((line) => line.slice(0, 20))).toEqual([
      '{"decision":"allow",',
      '{"decision":"ask","b',
      ""
    ])
  })

  it("adds all rules that fit, and discards rules on request", async () => {
    const { review, policy, left } = await waiting(
      "version: 1\n",
      run("make"),
      run("npm", "test"),
      write("/w", "/w/.envrc")
    )
    const { status, stderr } = await review("--all", "--discard", "2")
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'Wrote "policy.yaml".\nDiscarded: shell(npm test).\n' })
    expect(policy()).toBe('version: 1\nrules:\n  allow:\n    - "shell(make)"\n')
    expect(await left()).toEqual(["write_file(/w/.envrc)"])
  })

  it("writes nothing if one of the rules cannot be added, or a test of the file would fail", async () => {
    const protectedOne = await waiting("version: 1\n", run("make"), write("/w", "/w/.envrc"))
    expect(await protectedOne.review("--apply", "1", "--apply", "2")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^toolgate: Nothing was written\. The rule "write_file\(\/w\/\.envrc\)" cannot be added, because the call /
      )
    })
    expect(protectedOne.policy()).toBe("version: 1\n")
    expect(await protectedOne.left()).toHaveLength(2)
    const tested = "version: 1\ntests:\n  - { call: { tool: shell, args: { command: make } }, expect: ask }\n"
    const { review, policy } = await waiting(tested, run("make"))
    expect(await review("--all")).toMatchObject({
      status: 1,
      stderr:
        'toolgate: Nothing was written, because the policy would be worse. A test of "policy.yaml" fails, which expects "ask" of tool "shell" with {"command":"make"}.\n'
    })
    expect(policy()).toBe(tested)
  })

  it("prints one object for a program", async () => {
    const { review } = await waiting("version: 1\n", run("make"), write("/w", "/w/.envrc"))
    const listed = JSON.parse((await review("--json")).stdout)
    expect(listed).toMatchObject({
      rules: [
        {
          number: 1,
          rule: "shell(make)",
          adds: "shell(make)",
          file: "policy.yaml",
          none: null,
          question: "q0",
          by: "ada",
          times: 1
        },
        { number: 2, rule: "write_file(/w/.envrc)", adds: null, file: null, none: expect.stringContaining("protected") }
      ],
      diff: null,
      added: [],
      discarded: [],
      problem: null
    })
    const { status, stdout, stderr } = await review("--json", "--apply", "1")
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
    expect(JSON.parse(stdout)).toMatchObject({
      diff: '--- policy.yaml\n+++ policy.yaml\n@@ -1,1 +1,4 @@\n version: 1\n+rules:\n+  allow:\n+    - "shell(make)"\n',
      added: ["shell(make)"]
    })
  })

  it.each([
    [["--apply", "2"], 'Unknown rule "2": the list has 1 rule.'],
    [["--apply", "0"], 'Unknown rule "0": the list has 1 rule.'],
    [["--discard", "x"], 'Unknown rule "x": the list has 1 rule.'],
    [["--apply", "1", "--discard", "1"], 'The rule "shell(make)" cannot be both added and discarded.'],
    [["--policy", "host"], 'The policy "host" has no rules; write "./host" for a file of that name.'],
    [["--policy", "none.yaml"], 'The policy "none.yaml": there is no such file or folder.']
  ])("refuses %j", async (args, message) => {
    const { review, left } = await waiting("version: 1\n", run("make"))
    expect(await review(...args)).toMatchObject({ status: 2, stderr: `toolgate: ${message}\n` })
    expect(await left()).toHaveLength(1)
  })

  it("shows no control character and no direction mark of pending rules", async () => {
    const evil = "\u009b2J\u001b[2J\u202e\r\n1. read_file"
    const { review } = await waiting("version: 1\n", {
      ...write("/nowhere", "/nowhere/a"),
      rule: `write_file(${evil})`,
      workspace: `/nowhere/${evil}`,
      principal: { agent: evil, ceiling: { tools: "any" } },
      why: evil,
      by: evil
    })
    for (const args of [[], ["--apply", "1"], ["--discard", "1"]]) {
      const { stdout, stderr } = await review(...args)
      expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u)
      expect(stdout.match(/^\d+\. /gm)).toEqual(["1. "])
      expect(stderr.split("\n").length).toBeLessThan(3)
    }
  })

  it("reports an invalid policy before anything else", async () => {
    const { review } = await waiting("version: 1\nrules: { allow: a }\n", run("make"))
    expect((await review("--all")).status).toBe(2)
  })
})
