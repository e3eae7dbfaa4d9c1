import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { configsOf, dryRunOf } from "./dry.ts"

const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-split-")))
mkdirSync(join(workspace, "src"))
writeFileSync(join(workspace, ".env"), "SECRET=1\n")
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

interface Restrictions {
  readonly deny: ReadonlyArray<string>
  readonly ask: ReadonlyArray<string>
  readonly fs: boolean
  readonly net: boolean
  readonly paths: boolean
  readonly offline: boolean
}

const nothing: Restrictions = { deny: [], ask: [], fs: false, net: false, paths: false, offline: false }

/** Returns a file with these restrictions, and further content. */
const fileOf = (
  { deny, ask, fs, net, paths, offline }: Restrictions,
  more: object = {},
  allow: ReadonlyArray<string> = []
) =>
  JSON.stringify({
    version: 1,
    rules: { deny, ask, allow },
    ...(fs || net
      ? {
          agents: {
            default: {
              ...(fs ? { fs: [{ path: workspace, mode: "rw" }] } : {}),
              ...(net ? { net: ["good.example"] } : {})
            }
          }
        }
      : {}),
    ...(paths ? { permissions: { filesystem: { allowed_paths: [workspace] } } } : {}),
    ...more,
    ...(offline
      ? {
          tools: {
            ...(more as { tools?: object }).tools,
            shell: { ...(more as { tools?: { shell?: object } }).tools?.shell, net: [] }
          }
        }
      : {})
  })

const decisions = async (files: ReadonlyArray<string>, ...commands: ReadonlyArray<string>) => {
  const dryRun = await dryRunOf(configsOf(...files))
  return Effect.runPromise(
    Effect.forEach(commands, (command) =>
      Effect.map(dryRun.judge({ tool: "shell", args: { command }, context: { workspace } }, "in"), (answer) =>
        answer._tag === "Stopped" ? answer : answer.verdict.decision
      )
    )
  )
}

const confined = { tools: { shell: {} } }
const unconfined = { tools: { shell: { unconfined: true } }, not_secrets: ["/**"] }

describe("unreadable text", () => {
  const hidden = ["$(hostname) -rf x", "read X; $X -rf x"]

  it.each([
    ["nothing is denied", {}, "allow", "allow"],
    ["a program is denied", { deny: ["shell(rm:*)"] }, "ask", "ask"],
    ["a program is asked about", { ask: ["shell(git push:*)"] }, "ask", "ask"],
    ["a file is denied", { deny: ["read_file(**/.env)"] }, "allow", "ask"],
    ["a file is asked about", { ask: ["read_file(src/**)"] }, "allow", "ask"],
    ["changing a file is denied", { deny: ["write_file(.git/**)"] }, "allow", "ask"],
    ["a file of the system is denied", { deny: ["Read(/etc/**)"] }, "ask", "ask"],
    ["changing the system is denied", { deny: ["Write(/etc/**)"] }, "allow", "ask"],
    ["a file of the home folder is denied", { deny: ["Read(~/.ssh/**)"] }, "allow", "ask"],
    ["a host is denied", { deny: ["*(domain:evil.example)"] }, "ask", "ask"],
    ["a host is denied, and there is no network", { deny: ["*(domain:evil.example)"], offline: true }, "allow", "ask"],
    ["the tool has no network", { offline: true }, "allow", "ask"],
    ["the agent is bounded to hosts", { net: true }, "allow", "ask"],
    ["the agent is bounded to files", { fs: true }, "allow", "ask"],
    ["files are bounded", { paths: true }, "allow", "ask"],
    ["another tool is denied whole", { deny: ["write_file"] }, "allow", "allow"]
  ] as const)(
    "is covered by a rule without a pattern only if confinement enforces the rest: %s",
    async (_name, given, walled, open) => {
      const restrictions = { ...nothing, ...given }
      for (const [more, expected] of [
        [confined, walled],
        [unconfined, open]
      ] as const) {
        const expectedAll = hidden.map(() => expected)
        expect(await decisions([fileOf(restrictions, more, ["shell"])], ...hidden)).toEqual(expectedAll)
        expect(await decisions([fileOf(nothing, more, ["shell"]), fileOf(restrictions)], ...hidden)).toEqual(
          expectedAll
        )
        expect(
          await decisions([fileOf(nothing, more, ["shell"]), fileOf(restrictions, {}, ["shell"])], ...hidden)
        ).toEqual(expectedAll)
      }
    }
  )
})

it("the verdict does not depend on how restrictions are split into files", async () => {
  const rule = fc.constantFrom(
    ...["shell(rm:*)", "shell(git push:*)", "read_file(**/.env)", "write_file(.git/**)", "Read(/etc/**)"],
    ...["*(domain:evil.example)", "read_file(src/**)", "write_file", "shell(cat:*)"]
  )
  const word = fc.constantFrom(
    ...[
      "ls",
      "cat .env",
      "rm -rf x",
      "git push",
      "git log",
      "src/a.ts",
      "/etc/hosts",
      "> .git/x",
      "http://evil.example"
    ],
    ...["$X", "$(echo rm)", "X=rm;", "*", "&&", ";", "|", "eval", "'a b'", "ls;".repeat(101)]
  )
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "))
  const place = fc.nat(2)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        deny: fc.array(fc.tuple(rule, place), { maxLength: 3 }),
        ask: fc.array(fc.tuple(rule, place), { maxLength: 2 }),
        bounds: fc.record({
          fs: fc.option(place, { freq: 3 }),
          net: fc.option(place, { freq: 3 }),
          paths: fc.option(place, { freq: 3 }),
          offline: fc.option(place, { freq: 3 })
        }),
        allow: fc.subarray(["shell", "shell(ls:*)", "shell(git log:*)"]),
        isUnconfined: fc.boolean(),
        isAuto: fc.boolean()
      }),
      fc.array(text, { minLength: 1, maxLength: 8 }),
      async ({ deny, ask, bounds, allow, isUnconfined, isAuto }, texts) => {
        const of = (isHere: (at: number) => boolean): Restrictions => {
          const here = <A>(given: ReadonlyArray<readonly [A, number]>) =>
            given.flatMap(([one, at]) => (isHere(at) ? [one] : []))
          const bounded = (at: number | null) => at !== null && isHere(at)
          return {
            deny: here(deny),
            ask: here(ask),
            fs: bounded(bounds.fs),
            net: bounded(bounds.net),
            paths: bounded(bounds.paths),
            offline: bounded(bounds.offline)
          }
        }
        const more = {
          ...(isUnconfined ? unconfined : confined),
          ...(isAuto ? { tool_confirmation: { default: { EXECUTE: "auto", WRITE: "auto" } } } : {})
        }
        const joined = [
          fileOf(
            of(() => true),
            more,
            allow
          )
        ]
        const split = [0, 1, 2].map((place) =>
          fileOf(
            of((at) => at === place),
            place === 0 ? more : {},
            place === 0 ? allow : []
          )
        )
        expect(await decisions(split, ...texts)).toEqual(await decisions(joined, ...texts))
      }
    ),
    runs(25)
  )
})
