// Prints how many tests passed, failed and were skipped in the last run of all tests, with the names of those that failed
// or were skipped.
import { existsSync, readFileSync } from "node:fs"

const results = [".cache/test-results.json", ".ci/.cache/test-results.json"].filter((file) => existsSync(file))
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const file of results) {
  const { testResults, numFailedTestSuites } = JSON.parse(readFileSync(file, "utf8"))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A file that cannot be loaded has no tests, and counts as failed.
  if (numFailedTestSuites > 0 && !tests.some(({ status }) => status === "failed")) {
    counts.failed++
    for (const { name, status, message } of testResults)
      if (status === "failed") console.error(`failed: ${name}: ${message.slice(0, 2000)}`)
  }
  for (const { status, fullName, failureMessages } of tests) {
    if (status === "passed") counts.passed++
    else if (status === "failed") {
      counts.failed++
      console.error(`failed: ${fullName}: ${failureMessages.join("\n").slice(0, 2000)}`)
    } else {
      counts.skipped++
      console.error(`skipped: ${fullName}`)
    }
  }
}
console.log(counts.passed, counts.failed, counts.skipped)
