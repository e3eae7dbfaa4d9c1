import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { expect, it } from "vitest"
import {
  readCommandGroups,
  tryCommandAttacks,
  tryFileAttacks,
  tryHostAttacks,
  tryJsonAttacks,
  tryNameAttacks,
  trySecretAttacks,
  tryTextAttacks
} from "../src/hostile.ts"
import type { SuiteFunctions } from "../src/index.ts"
import { failedCases } from "./failedCases.ts"

/** Naive adapters: their fault, the attack on each, and the cases that fail. */
const naive: ReadonlyArray<
  readonly [what: string, attack: (suite: SuiteFunctions) => void, through: ReadonlyArray<string>]
> = [
  [
    "compares the beginning of a command with its rules",
    (suite) => {
      const covers = (command: string) => (rule: string) => rule === "*" || command.startsWith(rule.replace(":*", ""))
      tryCommandAttacks(suite, (command, { allow, deny }) =>
        deny.some(covers(command)) ? "deny" : allow.some(covers(command)) ? "allow" : "ask"
      )
    },
    [...new Set(readCommandGroups().map(({ list }) => `stop at the rules: ${list}`))]
  ],
  [
    "compares paths as texts",
    (suite) =>
      tryFileAttacks(suite, (workspace) => {
        const inside = (path: string) => {
          const whole = resolve(workspace, path)
          if (!whole.startsWith(workspace)) throw new Error("denied")
          return whole
        }
        return {
          read: async (path) => readFileSync(inside(path), "utf8"),
          write: async (path, text) => writeFileSync(inside(path), text)
        }
      }),
    [
      "read nothing outside of the workspace",
      "write nothing outside of the workspace",
      "are refused if they name nothing"
    ]
  ],
  [
    "allows no file",
    (suite) => tryFileAttacks(suite, () => ({ read: () => Promise.reject(), write: () => Promise.reject() })),
    ["read and write what is inside"]
  ],
  [
    "knows names of this machine",
    (suite) => tryHostAttacks(suite, (url) => /^https:\/\/(localhost|127\.0\.0\.1|10\.|192\.168\.)/.test(url)),
    ["addresses inside are refused in every spelling"]
  ],
  [
    "reads JSON as JavaScript does",
    (suite) => tryJsonAttacks(suite, JSON.parse),
    ["is refused if an object has a name twice"]
  ],
  [
    "sets members of JSON one by one, level by level",
    (suite) => {
      const copy = (value: unknown): unknown => {
        if (typeof value !== "object" || value === null) return value
        const copied: Record<string, unknown> = {}
        for (const [name, member] of Object.entries(value)) copied[name] = copy(member)
        return copied
      }
      tryJsonAttacks(suite, (text) => copy(JSON.parse(text)))
    },
    ["is refused if an object has a name twice", "does not change the prototype of an object", "does not end the stack"]
  ],
  [
    "looks names up in an object",
    (suite) => tryNameAttacks(suite, (name) => ({})[name as never]),
    ["names that every object inherits are not found"]
  ],
  [
    "replaces what follows a password",
    (suite) =>
      trySecretAttacks(suite, (value) =>
        JSON.parse(JSON.stringify(value).replaceAll(/(?<=password=)[^"\s\\]+/g, "***"))
      ),
    ["secrets are not seen in any shape"]
  ],
  [
    "shows texts as they are, to a person",
    (suite) => tryTextAttacks(suite, String, "person"),
    ["hide, move and forge nothing"]
  ],
  [
    "removes colors alone, for a terminal",
    (suite) => tryTextAttacks(suite, (text) => text.replaceAll("\u001b[31m", ""), "terminal"),
    ["hide, move and forge nothing"]
  ],
  [
    "encodes all letters but those of English",
    (suite) => tryTextAttacks(suite, (text) => encodeURIComponent(text.toWellFormed()), "person"),
    ["are seen as they are if they are plain"]
  ],
  [
    "replaces line ends of one kind, for a log",
    (suite) => tryTextAttacks(suite, (text) => text.replaceAll("\n", " "), "log"),
    ["hide, move and forge nothing"]
  ]
]

it.each(naive)("attacks succeed against an adapter that %s", async (_what, attack, through) => {
  expect(await failedCases(attack)).toEqual(through)
})
