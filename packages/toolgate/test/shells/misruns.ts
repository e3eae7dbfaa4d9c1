import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { builtins, shell } from "@toolgate/builtins"
import { DryRun, parsePolicy } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { hostileFolder, runInShells } from "./realShells.ts"

const programs = [
  "good",
  "echo",
  "cat",
  "ls",
  "git log",
  "grep",
  "head",
  "printf",
  "date",
  "true",
  "false",
  ":",
  "[",
  "test"
]
const policy = `version: 1
rules:
  deny: ["read_file(**/.env)", "read_file(secrets/**)"]
  allow: [${[...programs, "cd", "exit"].map((name) => `"shell(${name}:*)"`).join(", ")}, "write_file(out/**)"]
`

const ports = Layer.mergeAll(
  MapToolRegistry.layer([...builtins({ withHostTools: true }), shell]),
  WorkspaceResources.layer
)

/** Whether a policy lets a text run. */
export type IsAllowed = (text: string) => Promise<boolean>

/** An effect of an allowed text that the policy allows no text to have. */
export interface Misrun {
  readonly text: string
  readonly shell: string
  readonly did: string
}

/**
 * Judges and runs texts in two folders with the same files. Returns the number of allowed texts, and the effects beyond
 * the policy.
 */
export const misruns = async (texts: ReadonlyArray<string>, isAllowed?: IsAllowed) => {
  // A confined command has its own /tmp, but these shells are not confined.
  const folder = realpathSync(mkdtempSync("/var/tmp/judged-"))
  try {
    hostileFolder(folder)
    const judge = await Effect.runPromise(
      Effect.gen(function* () {
        const config = yield* parsePolicy(policy, "toolgate.yaml", { home: "/home/me", platform: "linux" })
        return yield* DryRun.make({
          configs: [config],
          workspace: yield* openWorkspace(folder),
          validator: yield* validator
        })
      }).pipe(Effect.provide(ports))
    )
    const allows: IsAllowed = async (command) => {
      const answer = await Effect.runPromise(judge.check({ tool: "shell", args: { command } }, "text"))
      return answer._tag === "Judged" && answer.verdict.decision === "allow"
    }
    const known = new Map<string, Promise<boolean>>()
    const allowsOnce: IsAllowed = (text) => {
      const found = known.get(text) ?? allows(text)
      known.set(text, found)
      return found
    }
    const allowed: Array<string> = []
    for (const text of texts) if (await (isAllowed ?? allows)(text)) allowed.push(text)
    const found: Array<Misrun> = []
    for (const { text, shell: name, commands, written, leaks } of runInShells(allowed)) {
      const add = (did: string) => found.push({ text: allowed[text] ?? "", shell: name, did })
      if (leaks) add("printed a secret")
      for (const file of written) if (!file.startsWith("out/")) add(`wrote ${file}`)
      for (const { folder: at, argv } of commands) {
        const plain = `${at === "" ? "" : `cd ${quoted(at)} && `}${allowedWords(argv).map(quoted).join(" ")}`
        if (!(await allowsOnce(plain))) add(`ran ${plain}`)
      }
    }
    return { allowed: allowed.length, found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The words of a command that the policy is asked about. No option of `ls`, `cat` and `head` writes or reads another
 * file, starts a program or reaches the network, and none of `grep` but `--file` and `--exclude-from`, so options from a
 * wildcard are left out for them. Everything else must be allowed.
 */
const allowedWords = ([program = "", ...words]: ReadonlyArray<string>): ReadonlyArray<string> => {
  const isHarmless = (word: string) =>
    word.startsWith("-") && !(program === "grep" && /^-(?:-f|-exclude-f|[a-zA-Z]*f)/.test(word))
  return ["ls", "cat", "head", "grep"].includes(program)
    ? [program, ...words.filter((word) => !isHarmless(word))]
    : [program, ...words]
}

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
