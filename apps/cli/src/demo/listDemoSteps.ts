/** A call that the scripted agent of the demo asks for. */
export interface DemoStep {
  /** The intention of the agent, as the end of a sentence that begins with "The agent". */
  readonly about: string
  readonly tool: string
  readonly args: Readonly<Record<string, string>>
  readonly expected: "allow" | "ask" | "deny"
}

/** The code that the agent finds, which counts where it should add. */
export const brokenCode = "export const total = (prices) => prices.length\n"

const correctedCode = "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0)\n"

const steps: ReadonlyArray<DemoStep> = [
  { about: "reads the code", tool: "read_file", args: { path: "cart.mjs" }, expected: "allow" },
  { about: "corrects it", tool: "write_file", args: { path: "cart.mjs", content: correctedCode }, expected: "allow" },
  { about: "runs the test", tool: "shell", args: { command: "node cart.test.mjs" }, expected: "allow" },
  { about: "looks for passwords", tool: "shell", args: { command: "cat .env" }, expected: "deny" }
]

const gitSteps: ReadonlyArray<DemoStep> = [
  { about: "commits", tool: "shell", args: { command: "git commit -am 'Add up the prices'" }, expected: "allow" },
  { about: "pushes", tool: "shell", args: { command: "git push origin main" }, expected: "ask" }
]

/** A step that is asked about where there is no git. */
const otherStep: DemoStep = {
  about: "adds a file",
  tool: "write_file",
  args: { path: "package.json", content: "{}\n" },
  expected: "ask"
}

/** Returns the script of the agent. */
export const listDemoSteps = (hasGit: boolean): ReadonlyArray<DemoStep> => [
  ...steps,
  ...(hasGit ? gitSteps : [otherStep])
]
