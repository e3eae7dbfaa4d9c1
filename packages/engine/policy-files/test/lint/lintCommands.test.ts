import { ToolRegistry } from "@toolgate/core"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lintCommands, lintPolicy } from "../../src/index.ts"
import { answersOf, configsOf, ports } from "../dryRun/dry.ts"

const textOf = (effect: string, rules: ReadonlyArray<string>, more = "") =>
  `version: 1\nrules: { ${effect}: ${JSON.stringify(rules)}${more} }`

const linted = (text: string) =>
  Effect.gen(function* () {
    const configs = configsOf(text)
    const tools = (yield* ToolRegistry).list()
    return lintPolicy(configs, tools, { home: "/home/me", commands: yield* lintCommands(configs, tools) })
  }).pipe(Effect.provide(ports), Effect.runPromise)

const neverIn = async (text: string) =>
  (await linted(text)).flatMap(({ code, message }) => (code === "never-matches" ? [message] : []))

describe("lint of commands", () => {
  it.each([
    [
      "bash build.sh",
      'the command is read as "build.sh" too, which no allow rule of the file covers; add "shell(build.sh)"'
    ],
    ["sudo rm:*", 'the command is read as "rm" too, which no allow rule of the file covers; add "shell(rm:*)"'],
    [
      "sh -c 'npm test'",
      'the command is read as "npm test" too, which no allow rule of the file covers; add "shell(npm test)"'
    ],
    ["env A=1 ls", 'the command is read as "ls" too, which no allow rule of the file covers; add "shell(ls)"'],
    ["export A=1", 'the command "export" changes what later commands mean']
  ])("explains why an allow rule never answers by itself: %s", async (pattern, why) => {
    expect(await neverIn(textOf("allow", [`shell(${pattern})`]))).toEqual([
      `the allow rule "shell(${pattern})" can never match by itself: ${why}`
    ])
  })

  it.each([
    ["a rule for what it starts", ["shell(bash build.sh)", "shell(build.sh)"], ""],
    ["a rule for every command", ["shell(bash build.sh)", "shell"], ""],
    ["a harmless variable", ["shell(env A=1 ls)", "shell(ls)"], ", harmless_variables: [A]"],
    ["a wrapper that does nothing else", ["shell(timeout 5 npm test)", "shell(time make)"], ""],
    ["further words that complete it", ["shell([ -f:*)"], ""],
    ["a host", ["shell(domain:a.test)"], ""]
  ])("ignores an allow rule beside %s", async (_what, rules, more) => {
    expect(await neverIn(textOf("allow", rules, more))).toEqual([])
  })

  it("ignores a deny rule with a word that the shell computes", async () => {
    expect(
      await neverIn(textOf("deny", ["shell(rm -rf $HOME:*)", 'shell(git push "$X":*)', "shell(xargs rm:*)"]))
    ).toEqual([])
  })

  const word = fc.constantFrom(
    ...["git", "log", "rm", "-rf", "npm", "test", "--", "src/", "a.txt", "x:y", "'a b'", "'|'", "'$X'", "!", "[", "]"],
    ...[
      "$X",
      "~",
      "a|b",
      "|",
      "&&",
      ";",
      ">",
      "2>&1",
      "a?",
      "[ab]",
      "{a,b}",
      "{}",
      "#c",
      "a#c",
      "\\;",
      "A=1",
      "--o=",
      "if"
    ],
    ...[
      "sudo",
      "bash",
      "sh",
      "-c",
      "env",
      "time",
      "timeout",
      "5",
      "xargs",
      "export",
      "cd",
      "echo",
      "*",
      "a*",
      "%",
      "^",
      "@"
    ],
    ...["", "''", "\t", "nosuch", "./x", "LS"]
  )
  const pattern = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([words, open]) => `${words.join(" ")}${open ? ":*" : ""}`)
    .filter((text) => text !== "" && !/^~/.test(text))

  it.each(["deny", "allow"] as const)("knows a matching command for each %s rule without a finding", async (effect) => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(pattern, async (text) => {
        const file = textOf(effect, [`shell(${text})`])
        const found = await linted(file)
        if (found.some(({ level, code }) => level === "error" || code === "never-matches")) return
        accepted++
        // The rule's own words, as a person would type them, and with the program in quotes: `'[' a b`.
        const own = text === "*" ? "ls" : text.replace(/:\*$/, "")
        const behind = text.endsWith(":*") ? ["", " x", " --help", " ]", " x ]", " x x"] : [""]
        const commands = behind.flatMap((more) => [`${own}${more}`, `${own.replace(/^[^\s'"\\]+/, "'$&'")}${more}`])
        const answers = await answersOf(
          [file],
          ...commands.map((command) => JSON.stringify({ tool: "shell", args: { command } }))
        )
        const rules = answers.map((answer) => (answer._tag === "Judged" ? answer.verdict.because.rule : ""))
        const explained = answers.flatMap((answer) =>
          answer._tag === "Judged"
            ? answer.policy
                .explain(answer.request)
                .steps.flatMap(({ findings }) => findings.map(({ because }) => because.rule))
            : []
        )
        expect([text, ...rules, ...explained]).toContain(`${effect} shell(${text})`)
      }),
      runs(40)
    )
    expect(accepted).toBeGreaterThan(3)
  })
})
