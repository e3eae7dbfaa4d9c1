import { readdirSync, readFileSync } from "node:fs"
import type { CommandResource } from "@toolgate/core"
import { getCommandName, loadShellSyntax } from "@toolgate/shell"
import { readGrammarFiles } from "@toolgate/shell/files"
import { readCommandGroups } from "@toolgate/testing/hostile"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { parseCommandPattern } from "../../src/rules/CommandPattern.ts"
import { CommandRules } from "../../src/rules/CommandRules.ts"
import { CompiledRule } from "../../src/rules/CompiledRule.ts"

/** The rules that a careful person writes. */
const denied = [
  ...[
    "rm:*",
    "sudo:*",
    "dd:*",
    "mkfs:*",
    "shutdown:*",
    "reboot:*",
    "kill:*",
    "chmod 777:*",
    "chown:*",
    "ssh:*",
    "scp:*"
  ],
  ...["curl:*", "wget:*", "git push:*", "git reset --hard:*", "git clean:*", "git rebase:*", "npm publish:*"],
  ...["npm install:*", "pip install:*", "brew install:*", "docker rm:*", "docker run:*", "docker push:*"],
  ...["kubectl delete:*", "kubectl apply:*", "terraform apply:*", "terraform destroy:*", "helm uninstall:*"],
  ...["aws s3 rm:*", "systemctl stop:*", "crontab:*"]
]

const rules = new CommandRules("wide")
for (const [order, text] of denied.entries()) {
  const pattern = parseCommandPattern(text)
  if (typeof pattern === "string") throw new Error(pattern)
  rules.add(
    new CompiledRule(
      "deny",
      { tool: "shell", pattern: text, text: `shell(${text})`, source: `p.yaml:${order + 1}:1` },
      order
    ),
    pattern
  )
}

const { parts } = await loadShellSyntax(readGrammarFiles)

/** Returns the commands of a text as the policy gets them. */
const commandsIn = (text: string): ReadonlyArray<CommandResource> =>
  parts(text, "bash").flatMap((part) =>
    part.kind === "command" ? [{ ...part, inWorkspace: true, paths: [], hosts: [] }] : []
  )

const linesOf = (text = "") => text.split("\n").filter((line) => line !== "")

const exampleLines = (): ReadonlyArray<string> => {
  const folder = new URL("../../../program-facts/programs/", import.meta.url)
  return readdirSync(folder).flatMap((file) => {
    const { examples = [] } = parse(readFileSync(new URL(file, folder), "utf8"))
    return examples.flatMap(({ harmless }: { readonly harmless?: string }) => linesOf(harmless))
  })
}

/** Returns the commands that the lists of the attack tests call harmless. */
const labelledLines = (): ReadonlyArray<string> =>
  readCommandGroups().flatMap(({ commands }) => commands.flatMap(([answer, line]) => (answer === "runs" ? [line] : [])))

const programs =
  "tool acme bin/dev ./manage.sh deployctl flyway sqlfluff pgcli httpx oxipng svgo cspell license-checker".split(" ")
const verbs = "build test list show status get describe lint fmt check run report export convert validate diff".split(
  " "
)
const objects = [
  ...[
    "src/app.ts",
    "README.md",
    "--all",
    "--verbose",
    "-o out.json",
    "--name web",
    "-n 5",
    "--format=json",
    "users/42"
  ],
  ...[
    "v1.2.3",
    "-m 'Remove the old files'",
    "-m 'curl wrapper: retry'",
    "--message 'push the fix'",
    "main feature/a b"
  ],
  ...[
    "--title 'Kill dead code'",
    "--body 'Run npm test, then git status'",
    "--since yesterday --until today",
    "src test"
  ],
  ...[
    "--port 8080 --host localhost",
    "-v --dry-run",
    "'a b.txt'",
    "-c config.yaml",
    "--env production",
    "--script lint"
  ]
]
/** Words of denied commands that mean something else. */
const lookalikes = [
  ...["remove", "push", "rm-notes", "docs/rm.md", "curl.test.ts", "install", "docker", "git", "npm", "--signal kill"],
  ...["--grep 'git push'", "--filter 'name=rm'", "'docker compose'", "npm test", "git status", "kubectl get pods"]
]

/** Returns commands of programs without a file, with words as people use them. */
const generatedLines = (): ReadonlyArray<string> =>
  programs.flatMap((program, one) =>
    verbs.flatMap((verb, two) => [
      ...objects.filter((_, three) => (one + two + three) % 2 === 0).map((object) => `${program} ${verb} ${object}`),
      `${program} ${verb} ${lookalikes[(one + two) % lookalikes.length]}`
    ])
  )

it("deny rules match fewer than one in a hundred harmless commands of other programs", () => {
  const names = new Set(denied.map((rule) => getCommandName(rule.split(/[ :]/)[0] ?? "")))
  const lines = new Set([...exampleLines(), ...labelledLines(), ...generatedLines()])
  // A command of a denied program is about the rule itself, and not about what starts the program.
  const others = [...lines]
    .map(commandsIn)
    .filter((commands) => commands.every(({ argv }) => !names.has(getCommandName(argv[0] ?? ""))))
  expect(others.length).toBeGreaterThan(3_000)
  const matched = others.filter((commands) => commands.some((command) => rules.first(command) !== undefined))
  expect(matched.length / others.length).toBeLessThan(0.01)
})
