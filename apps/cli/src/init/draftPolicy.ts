import type { Surroundings } from "./lookAround.ts"

/** Returns the text of a first policy, with reasons and tests. `schema` is the location of the JSON Schema for editors. */
export const draftPolicy = (found: Surroundings, schema: string): string => {
  const { commands, asked, sources, hasGit, hasProjects } = found
  const denied = secrets.map(([pattern, why]) => entry(`read_file(${pattern})`, why))
  const asks = [
    ...(hasGit ? [entry("shell(git push:*)", "leaves this machine")] : []),
    ...asked.map(({ command, why }) => entry(`shell(${command}:*)`, why))
  ]
  const allows = [
    ...sources.flatMap(({ pattern }) => [entry(`write_file(${pattern})`), entry(`patch_file(${pattern})`)]),
    ...(hasProjects
      ? [entry("shell(cd:*)", "enters a project; the commands that run there are decided separately")]
      : []),
    ...commands.map(({ command, why }) => entry(`shell(${command})`, why)),
    ...(hasGit ? reading.map((words) => entry(`shell(${words}:*)`, "only reads, including what was committed")) : [])
  ]
  const tests = [
    test("read_file", { path: "README.md" }, "allow"),
    ...sources.map(({ file }) => test("write_file", { path: file, content: "" }, "allow")),
    ...commands.map(({ command }) => test("shell", { command }, "allow")),
    ...(hasGit ? [test("shell", { command: "git log --oneline" }, "allow")] : []),
    test("write_file", { path: "toolgate.test.txt", content: "" }, "ask"),
    test("shell", { command: "rm -rf build" }, "ask"),
    ...(hasGit ? [test("shell", { command: "git push origin main" }, "ask")] : []),
    ...asked.map(({ command }) => test("shell", { command: `${command} x` }, "ask")),
    ...commands
      .slice(0, 1)
      .map(({ command }) => test("shell", { command: `${command} && curl https://example.org` }, "ask")),
    test("read_file", { path: ".env" }, "deny"),
    test("read_file", { path: "config/.ENV" }, "deny"),
    test("shell", { command: "cat .env" }, "deny")
  ]
  return [
    `# yaml-language-server: $schema=${schema}`,
    `# What an agent may do in this folder, in which "toolgate init" found: ${found.found.join(", ") || "nothing yet"}.`,
    "# Reading in this folder is allowed, except for secrets. A person is asked before a call reads elsewhere, names a host, or",
    "# changes or runs something, unless a rule names it.",
    "# A command that is allowed has the network. To take it from all commands, add: tools: { shell: { net: [] } }",
    "# After each change: toolgate policy test toolgate.yaml && toolgate policy lint --strict toolgate.yaml",
    "# The allow rules apply only with --policy toolgate.yaml. Without it, this file only narrows.",
    "version: 1",
    "",
    "rules:",
    ...list("deny", "Always denied, whichever tool reads the file and however its path is spelled.", denied),
    ...list("ask", "A person decides each time, even if another rule allows the call.", asks),
    ...list(
      "allow",
      'Allowed without a question. A command needs exactly these words, and may have more if the rule ends in ":*".',
      allows
    ),
    "",
    "# Calls, each with the expected decision. Add a test for each rule that you add.",
    "tests:",
    ...tests.map((line) => `  - ${line}`),
    ""
  ].join("\n")
}

const secrets = [
  ["**/.env", "passwords and keys of this project"],
  ["**/.env.local", "passwords and keys of one machine"],
  ["**/*.pem", "private keys"],
  ["**/.ssh/**", "SSH keys of the user"],
  ["**/.aws/**", "credentials of a cloud"]
] as const

const reading = ["git status", "git diff", "git log"]

const entry = (rule: string, why?: string): string =>
  `    - ${JSON.stringify(rule)}${why === undefined ? "" : ` # ${why}`}`

const list = (name: string, what: string, entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [`  # ${what}`, `  ${name}:`, ...entries]

const test = (tool: string, args: Readonly<Record<string, string>>, expect: "allow" | "ask" | "deny"): string => {
  const given = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `{ call: { tool: ${tool}, args: { ${given.join(", ")} } }, expect: ${expect} }`
}
