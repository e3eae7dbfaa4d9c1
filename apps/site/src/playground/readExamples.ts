import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"

const root = join(import.meta.dirname, "../../../..")

/** A policy of the documentation, with the calls of its tests. */
export interface PlaygroundExample {
  readonly title: string
  readonly policy: string
  readonly calls: ReadonlyArray<ExampleCall>
}

interface ExampleCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly context?: { readonly agent?: string; readonly role?: string; readonly task?: string }
}

/** Reads the example of the README, and those of the guide to policies that have tests and need no other file. */
export const readExamples = (): ReadonlyArray<PlaygroundExample> => [
  example("The README's policy", readFileSync(join(root, "toolgate.yaml"), "utf8")),
  ...examplesIn(readFileSync(join(root, "docs/policy.md"), "utf8"))
]

const examplesIn = (page: string): ReadonlyArray<PlaygroundExample> => {
  let heading = ""
  const found: Array<PlaygroundExample> = []
  for (const [, title, policy = ""] of page.matchAll(/^##+ (.+)$|^```yaml\n(version: 1.*?)^```$/gms))
    if (title !== undefined) heading = title
    else if (/^tests:/m.test(policy) && !/^version: 1 # .*, after/.test(policy)) {
      const earlier = found.filter((one) => one.title.startsWith(heading)).length
      found.push(example(earlier === 0 ? heading : `${heading} (${earlier + 1})`, policy))
    }
  return found
}

const example = (title: string, policy: string): PlaygroundExample => {
  const { tests } = parse(policy) as { readonly tests: ReadonlyArray<{ readonly call: ExampleCall }> }
  return { title, policy, calls: tests.map(({ call }) => call) }
}
