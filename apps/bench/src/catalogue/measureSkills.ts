import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assertAllRight } from "../assertAllRight.ts"
import type { Case, Family } from "../Case.ts"
import { echo, text } from "../echo.ts"
import { createUserGate } from "../gates.ts"
import type { Scale } from "../Scale.ts"
import { flat } from "../targets.ts"

/** Measures calls under active skills, compared with the same calls without skills. */
export const measureSkills = async ({ tools: count }: Scale): Promise<Family> => {
  const folder = mkdtempSync(join(tmpdir(), "toolgate-bench-skills-"))
  const write = (name: string, allowed: string) => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(
      join(folder, name, "SKILL.md"),
      `---\nname: ${name}\ndescription: About ${name}.\nallowed_tools: ${allowed}\n---\nDo it.\n`
    )
  }
  write("echoing", "[echo]")
  write("reading", '["group:all"]')
  const tools = [echo("echo", "async"), ...Array.from({ length: count - 1 }, (_, at) => echo(`tool_${at}`, "async"))]
  const opened = createUserGate(tools, { skills: folder, read: false })
  let id = 0
  const caseOf = (name: string, options: object): Case => ({
    name,
    run: async (times) => {
      const { gate } = await opened.open()
      let right = 0
      for (let call = 0; call < times; call++) {
        const { output } = await gate.dispatch({ id: `${++id}`, tool: "echo", args: { text } }, options)
        if (output.value === text || output.content.length > 0) right++
      }
      assertAllRight(right, times)
    }
  })
  const [without, one, two] = ["a call for an agent", "a call under one skill", "a call under two skills"] as const
  return {
    name: "skills",
    title: `Calls under active skills, in a gate of ${count} tools`,
    cases: [
      caseOf(without, { agent: "worker" }),
      caseOf(one, { agent: "worker", skills: ["echoing"] }),
      caseOf(two, { agent: "worker", skills: ["echoing", "reading"] })
    ],
    figures: (measured) => [measured.figure(without), measured.figure(one, without), measured.figure(two, one, flat)],
    close: async () => {
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
