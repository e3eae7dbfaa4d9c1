import { SaxesParser } from "saxes"

export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: ReadonlyArray<{ readonly name: string; readonly message: string }>
  /** Whether the report is complete. */
  readonly isWhole: boolean
}

/** Parses a JUnit report up to its first error. `undefined` if it is broken before the first test. */
export const readReport = (text: string): Report | undefined => {
  const parser = new SaxesParser()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures: Array<Report["failures"][number]> = []
  let test: { name: string; outcome: keyof typeof counts; message: string } | undefined
  let isInMessage = false
  let isWhole = true
  parser.on("error", () => {
    isWhole = false
  })
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "testcase") test = { name: nameOf(attributes), outcome: "passed", message: "" }
    else if (test === undefined) return
    else if (name === "skipped" && test.outcome === "passed") test.outcome = "skipped"
    else if (name === "failure" || name === "error") {
      isInMessage = true
      test.outcome = "failed"
      test.message += test.message === "" ? (attributes.message ?? "") : ""
    }
  })
  const said = (words: string) => {
    if (isInMessage && test !== undefined && test.message.length < mostMessage) test.message += `\n${words.trim()}`
  }
  parser.on("text", said)
  parser.on("cdata", said)
  parser.on("closetag", ({ name }) => {
    if (name === "failure" || name === "error") isInMessage = false
    if (name !== "testcase" || test === undefined) return
    counts[test.outcome] += 1
    if (test.outcome === "failed")
      failures.push({ name: test.name, message: test.message.trim().slice(0, mostMessage).toWellFormed() })
    test = undefined
  })
  parser.write(text).close()
  const total = counts.passed + counts.failed + counts.skipped
  return !isWhole && total === 0 ? undefined : { ...counts, failures, isWhole }
}

const mostMessage = 2000

const nameOf = ({ name = "", classname = "" }: Readonly<Record<string, string>>): string =>
  // Node's test runner names every class "test".
  classname === "" || classname === "test" || name.startsWith(classname) ? name : `${classname} > ${name}`
