import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs, runWithJumpingClock } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"
import { configsOf, dryRunOf } from "./dry.ts"

const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-steady-")))
mkdirSync(join(workspace, "src"))
writeFileSync(join(workspace, ".env"), "SECRET=1\n")
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

const policies = [
  'version: 1\nrules: { allow: ["shell(ls:*)", "shell(git log:*)", "shell(git add:*)"] }',
  'version: 1\nrules: { deny: ["read_file(**/.env)", "shell(rm:*)"], allow: [shell] }',
  'version: 1\ntools: { shell: { unconfined: true } }\nrules: { deny: ["read_file(**/.env)"], allow: [shell] }',
  "version: 1\nagents: { default: { fs: [{ path: /nowhere, mode: r }], net: [] } }\nrules: { allow: [shell] }",
  "version: 1\ntool_confirmation: { default: { EXECUTE: auto } }"
]

const dryRuns = await Promise.all(policies.map((text) => dryRunOf(configsOf(text))))

/** Returns the decision of a policy about a command, and the resources that the policy compared with its rules. */
const judged = async (policy: number, command: string) => {
  const answer = await Effect.runPromise(
    dryRuns[policy]?.judge({ tool: "shell", args: { command }, context: { workspace } }, "in") ??
      Effect.die("There is no such policy.")
  )
  if (answer._tag === "Stopped") return answer
  const { decision, because } = answer.verdict
  return { decision, because, resources: answer.request.resources }
}

const word = fc.constantFrom(
  ...["ls", "git log", "cat .env", "rm -rf src", "git add", "src/a.ts", "--file=.env", "-hf.env", "/etc/hostname"],
  ...["&&", ";", "|", "> src/out", "$X", "$(cat .env)", "'a b'", "(", ")", "<", "http://a.org/x", "cd src"]
)

const command = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `git add ${Array.from({ length: 600 }, (_, i) => `src/file-${i}.ts`).join(" ")} .env`,
      `git log ${Array.from({ length: 8_000 }, (_, i) => `w${i}`).join(" ")} .env`,
      `ls ${"a,b=c ".repeat(300)} .env`,
      "ls; ".repeat(120),
      `ls ${"<".repeat(2_000)}`
    )
  }
)

it("the verdict is the same under a clock that jumps by up to ten seconds", async () => {
  const jumps = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 5 })
  let run = 1
  await fc.assert(
    fc.asyncProperty(fc.nat(policies.length - 1), command, jumps, async (policy, text, ahead) => {
      // Trailing blanks make another text of the command. A text that was already read is not read again.
      const steady = await judged(policy, text + " ".repeat(run++))
      const jumping = await runWithJumpingClock(ahead, () => judged(policy, text + " ".repeat(run++)))
      expect(jumping).toEqual(steady)
    }),
    runs(30)
  )
})
