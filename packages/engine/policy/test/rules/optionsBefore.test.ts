import { describe, expect, it } from "vitest"
import { parseCommandPattern } from "../../src/rules/CommandPattern.ts"
import { covers } from "../../src/rules/commandMatches.ts"
import { command } from "../judging.ts"

const isCovered = (pattern: string, words: string, outside: ReadonlyArray<number> = []) => {
  const parsed = parseCommandPattern(pattern)
  if (typeof parsed === "string") throw new Error(parsed)
  const resource = command(words, { outside: outside.map((at) => ({ at, path: "/etc" as never })) })
  if (resource.kind !== "command") throw new Error("No command.")
  return covers(parsed, resource)
}

describe("a rule that names a subcommand covers it behind harmless options", () => {
  it.each([
    ["git log:*", "git --no-pager log --oneline"],
    ["git log:*", "git -C src log"],
    ["git log:*", "git -C src --no-pager log -3"],
    ["kubectl get:*", "kubectl -n web get pods"],
    ["make test:*", "make -C web test"],
    ["npm run lint:*", "npm --prefix web run lint"],
    ["docker compose logs:*", "docker compose -f compose.yaml logs web"]
  ])("%s: %s", (pattern, words) => {
    expect(isCovered(pattern, words)).toBe(true)
  })
})

describe("a rule that names a subcommand does not cover", () => {
  it.each([
    ["another subcommand", "git log:*", "git -C src push"],
    ["an option that does harm", "git log:*", "git -c core.pager=x log"],
    ["an option that nothing is known of", "git log:*", "git --frob log"],
    ["a folder outside, as it is written", "git log:*", "git -C ../x log"],
    ["a folder of temporary files", "git log:*", "git -C /tmp/x log"],
    ["a subcommand that an option may have taken as its value", "git log:*", "git -C log push"],
    ["more, if the rule is exact", "git log", "git -C src log"],
    ["harm behind the subcommand", "git log:*", "git -C src log --output=x"],
    ["a file of orders elsewhere", "docker compose logs:*", "docker compose -f x/compose.yaml logs"],
    ["an option for a program in a container", "docker exec web psql:*", "docker exec -u root web psql"],
    ["a script behind options that load code", "node a.js:*", "node --require ./x a.js"],
    ["another target", "make test:*", "make -C web test deploy"]
  ])("%s", (_, pattern, words) => {
    expect(isCovered(pattern, words)).toBe(false)
  })

  it("a folder that a link leads out of the workspace", () => {
    expect(isCovered("git log:*", "git -C link log", [2])).toBe(false)
  })
})
