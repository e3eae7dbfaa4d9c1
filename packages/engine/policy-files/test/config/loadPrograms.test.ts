import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ToolRegistry } from "@toolgate/core"
import { DefaultPolicy, type PolicyConfig } from "@toolgate/policy"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  DryRun,
  describeProgramFaults,
  lintCommands,
  lintPolicy,
  listPolicyFiles,
  loadPolicy
} from "../../src/index.ts"
import { dryRunOf, ports } from "../dryRun/dry.ts"

type Files = Readonly<Record<string, string>>

/** Writes files about programs and returns their folder. */
const folderOf = (files: Files): string => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-own-"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const policyOf = (programs: string | undefined, text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), "toolgate-policy-")), "p.yaml")
  writeFileSync(file, `version: 1\n${programs === undefined ? "" : `programs: ${JSON.stringify(programs)}\n`}${text}\n`)
  return file
}

const load = (paths: ReadonlyArray<string>, narrowedBy?: string) =>
  Effect.runPromise(loadPolicy(paths, { home: "/home/me", narrowedBy }))

const decisionsOf = async (configs: ReadonlyArray<PolicyConfig>, ...commands: ReadonlyArray<string>) => {
  const dryRun = await dryRunOf(configs)
  const answers = commands.map((command) => dryRun.check({ tool: "shell", args: { command } }, "in"))
  const judged = await Effect.runPromise(Effect.all(answers))
  return judged.map((answer) => (answer._tag === "Judged" ? answer.verdict.decision : answer.refused.message))
}

const linted = (configs: ReadonlyArray<PolicyConfig>) =>
  Effect.gen(function* () {
    const tools = (yield* ToolRegistry).list()
    return lintPolicy(configs, tools, { home: "/home/me", commands: yield* lintCommands(configs, tools) })
  }).pipe(Effect.provide(ports), Effect.runPromise)

const faultsIn = async (configs: ReadonlyArray<PolicyConfig>, folder: string) =>
  (await linted(configs)).flatMap(({ code, level, source, message }) =>
    code === "program-file" ? [`${level} ${source.replace(`${folder}/`, "")}: ${message}`] : []
  )

const deployer = `names: [deployer, dep]
options: -v --verbose
synonyms: ["-f --force"]
dangers: { overwrites: -f --force }
subcommands:
  status: { options: --json }
  ship: { dangers: { publishes: --prod } }
`
const allowing = 'rules: { allow: ["shell(deployer:*)", "shell(other:*)", "shell(git status:*)"] }'

describe("a folder of files about programs", () => {
  it("defines harmless words and the spellings of an act", async () => {
    const configs = await load([policyOf(folderOf({ "deployer.yaml": deployer }), allowing)])
    expect(
      await decisionsOf(configs, "deployer status --json", "deployer ship --prod", "deployer wipe", "deployer -x")
    ).toEqual(["allow", "ask", "ask", "ask"])
    const denied = await load([
      policyOf(
        folderOf({ "deployer.yaml": deployer }),
        'rules: { deny: ["shell(deployer --force:*)"], allow: [shell] }'
      )
    ])
    expect(await decisionsOf(denied, "deployer -vf", "deployer status")).toEqual(["deny", "allow"])
    expect(await faultsIn(configs, "")).toEqual([])
  })

  it("is protected from every call, with the destinations of its links", async () => {
    const elsewhere = folderOf({ "real.yaml": deployer })
    const folder = folderOf({})
    symlinkSync(join(elsewhere, "real.yaml"), join(folder, "deployer.yaml"))
    const file = policyOf(folder, allowing)
    expect(listPolicyFiles([file], await load([file]))).toEqual(
      expect.arrayContaining([folder, join(folder, "deployer.yaml"), join(elsewhere, "real.yaml")])
    )
  })

  it("changes the digest of the policy with each of its files", async () => {
    const digestOf = async (text: string) => {
      const configs = await load([policyOf(folderOf({ "deployer.yaml": text }), allowing)])
      return DefaultPolicy.make({ configs, tools: [] }, DryRun.everySandbox).digest()
    }
    const before = await digestOf(deployer)
    expect(await digestOf(deployer)).toBe(before)
    expect(await digestOf(deployer.replace("--json", "--text"))).not.toBe(before)
    expect(await digestOf(`${deployer}examples: [{ rule: deployer, harmless: deployer -v }]\n`)).toBe(before)
  })

  it("is ignored, with a notice, in a file that only narrows", async () => {
    const user = policyOf(undefined, allowing)
    const project = policyOf(folderOf({ "other.yaml": "names: [other]\n" }), "")
    const configs = await load([user], project)
    expect(await decisionsOf(configs, "other x")).toEqual(await decisionsOf(await load([user]), "other x"))
    expect(describeProgramFaults(configs)).toEqual([
      `The key "programs" (${project}:2:11) is ignored, because this file only narrows; name the folder in your own policy.`
    ])
    expect(listPolicyFiles([], configs)).toEqual(listPolicyFiles([]))
    expect(configs.at(-1)?.programs).toMatchObject({ files: [], paths: [] })
  })

  it("of a later file never loosens an earlier file", async () => {
    const words = fc.constantFrom("run", "rm", "-x", "--all", "--exec", "sh", "/etc/x", "a", "-c")
    const command = fc.tuple(fc.constantFrom("other", "git"), fc.array(words, { maxLength: 4 }))
    const loose = "names: [other, git]\noptions: -x --all -c --exec=\n"
    const wide = 'rules: { allow: ["shell(other:*)", "shell(git:*)"] }'
    const first = await load([policyOf(undefined, wide)])
    const both = await load([policyOf(undefined, wide), policyOf(folderOf({ "other.yaml": loose }), wide)])
    const alone = await load([policyOf(folderOf({ "other.yaml": loose }), wide)])
    expect(await Promise.all([first, alone, both].map((configs) => decisionsOf(configs, "other --exec rm")))).toEqual([
      ["ask"],
      ["allow"],
      ["ask"]
    ])
    const order = ["deny", "ask", "allow"]
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 30, maxLength: 30 }), async (commands) => {
        const texts = commands.map(([program, rest]) => [program, ...rest].join(" "))
        const [before, after] = [await decisionsOf(first, ...texts), await decisionsOf(both, ...texts)]
        for (const [at, decision] of after.entries())
          expect([texts[at], order.indexOf(decision) <= order.indexOf(before[at] ?? "")]).toEqual([texts[at], true])
      }),
      runs(8)
    )
  })

  it("never loosens Toolgate's own facts, and lint reports that both apply", async () => {
    const folder = folderOf({ "git.yaml": "names: [git]\nsubcommands: { status: { options: --output= -s } }\n" })
    const configs = await load([policyOf(folder, allowing)])
    expect(await decisionsOf(configs, "git status -s", "git status --output=x", "git status --long")).toEqual([
      "allow",
      "ask",
      "ask"
    ])
    expect(await faultsIn(configs, folder)).toEqual([
      expect.stringMatching(/^note .*: the program "git" has a file in Toolgate as well; .* only if both files say so$/)
    ])
  })
})

describe("a file about a program with a fault", () => {
  it.each<[string, Files, ReadonlyArray<string>]>([
    [
      "an unknown key",
      { "other.yaml": "names: [other]\noptoins: -r\n" },
      ['error other.yaml:2:1: unknown key "optoins" in a program; did you mean "options"?']
    ],
    [
      "a wrong type",
      { "other.yaml": "names: [other]\noptions: [1]\n" },
      [expect.stringMatching(/^error other.yaml:2:10: /)]
    ],
    [
      "a key that is given twice",
      { "other.yaml": "names: [other]\noptions: -a\noptions: -b\n" },
      ['error other.yaml:3:1: the key "options" is repeated, first on line 2']
    ],
    [
      "a pattern whose time is not linear",
      { "other.yaml": 'names: [other]\noperands: [{ matches: "/^(a+)+$/", reason: x }]\n' },
      [expect.stringMatching(/^error other.yaml:2:23: the time to compare a word .* doubles/)]
    ],
    [
      "a name with a slash",
      { "other.yaml": "names: [other, a/b]\n" },
      [expect.stringMatching(/^error other.yaml:1:16: "a\/b" is not the name of a program/)]
    ],
    [
      "a key that is misspelled",
      { "other.yaml": "nmaes: [other]\n" },
      [expect.stringMatching(/^error other.yaml:1:1: /), expect.stringMatching(/names/)]
    ],
    ["nothing in it", { "other.yaml": "" }, [expect.stringMatching(/^error other.yaml:1:1: the file is empty/)]],
    [
      "no YAML",
      { "other.yaml": "names: [other\n" },
      [expect.stringMatching(/^error other.yaml:\d+:\d+: this is not YAML/)]
    ],
    [
      "a cyclic alias",
      { "other.yaml": "names: &a [other, *a]\n" },
      [expect.stringMatching(/^error other.yaml:1:8: /), expect.stringMatching(/alias/)]
    ],
    [
      "more than can be read",
      { "other.yaml": `names: [other]\n# ${"x".repeat(300 * 1024)}\n` },
      ["error other.yaml:1:1: it is longer than 256 KiB"]
    ],
    [
      "bytes that are no text",
      { "other.yaml": "names: [other]\u0000\n" },
      [expect.stringMatching(/^error other.yaml:1:15: the text contains the character U\+0000/)]
    ],
    [
      "a wrong ending",
      { "other.yml": "names: [other]\n" },
      ['error other.yml:1:1: the name of the file has to end in ".yaml"; rename it']
    ]
  ])("is reported with its position, without affecting other files: %s", async (_what, files, faults) => {
    const folder = folderOf({ ...files, "deployer.yaml": deployer })
    const configs = await load([policyOf(folder, allowing)])
    expect(await faultsIn(configs, folder)).toEqual(faults)
    expect(describeProgramFaults(configs)).toHaveLength(faults.length)
    // The programs of the other file keep their words, and those of this file have no harmless word.
    expect(
      await decisionsOf(configs, "deployer status --json", "git status -s", "other x", "other -x", "other")
    ).toEqual(["allow", "allow", "ask", "ask", "ask"])
  })

  it("may have a byte order mark and carriage returns", async () => {
    const folder = folderOf({ "deployer.yaml": `\ufeff${deployer.replaceAll("\n", "\r\n")}` })
    const configs = await load([policyOf(folder, allowing)])
    expect(await faultsIn(configs, folder)).toEqual([])
    expect(await decisionsOf(configs, "deployer status --json", "deployer ship --prod")).toEqual(["allow", "ask"])
  })

  it("affects only its own programs, if its names can be read", async () => {
    const broken = folderOf({ "other.yaml": "names: [other]\noptoins: -r\n" })
    const rule = 'rules: { allow: ["shell(third:*)", "shell(other:*)"] }'
    expect(await decisionsOf(await load([policyOf(broken, rule)]), "third x", "other x")).toEqual(["allow", "ask"])
  })

  it("is reported if another file is about the same program, and both apply", async () => {
    const folder = folderOf({
      "a.yaml": "names: [other]\noptions: -a -b\n",
      "b.yaml": "options: -a\nnames: [third, other]\n"
    })
    const configs = await load([policyOf(folder, allowing)])
    expect(await faultsIn(configs, folder)).toEqual([
      'error b.yaml:2:16: "a.yaml" is about the program "other" as well; put both into one file'
    ])
    expect(await decisionsOf(configs, "other -a", "other -b")).toEqual(["allow", "ask"])
  })

  it("is reported for a subcommand that names a program without a file", async () => {
    const folder = folderOf({ "other.yaml": "names: [other]\nsubcommands:\n  nosuch: { isProgram: true }\n" })
    expect(await faultsIn(await load([policyOf(folder, allowing)]), folder)).toEqual([
      'error other.yaml:3:3: the subcommand "nosuch" has "isProgram", but no file is about "nosuch"'
    ])
  })

  it("is reported for an example that contradicts the file", async () => {
    const folder = folderOf({
      "deployer.yaml": `${deployer}examples:\n  - rule: deployer\n    harmless: |\n      deployer -v\n      deployer --wipe\n    harmful: deployer status\n`
    })
    expect(await faultsIn(await load([policyOf(folder, allowing)]), folder)).toEqual([
      expect.stringMatching(
        /^error deployer.yaml:12:7: the word "--wipe" .* but the command is listed as harmless under the rule "deployer"$/
      ),
      'error deployer.yaml:13:14: the command is harmless under the rule "deployer", but is listed as harmful'
    ])
  })

  it.each([
    ["is missing", "/nowhere/programs"],
    ["is a file", policyOf(undefined, "")]
  ])("cannot be read if the folder %s, and then every unlisted program asks", async (_what, folder) => {
    const configs = await load([policyOf(folder, allowing)])
    expect(describeProgramFaults(configs)).toEqual([
      expect.stringContaining(`the folder of programs "${folder}" cannot be read`)
    ])
    expect(await decisionsOf(configs, "other x", "git status -s")).toEqual(["ask", "allow"])
  })

  it("is only read in the folder itself, not beneath it", async () => {
    const folder = folderOf({ "README.md": "words" })
    mkdirSync(join(folder, "more.d"))
    expect(describeProgramFaults(await load([policyOf(folder, allowing)]))).toEqual([])
  })
})
