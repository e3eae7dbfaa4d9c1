// Runs the named programs one after the other, and prints the output of each as one line of JSON.
import { pathToFileURL } from "node:url"

const own = process.stdout.write.bind(process.stdout)
for (const file of process.argv.slice(2)) {
  const said = { stdout: "", stderr: "" }
  for (const name of ["stdout", "stderr"])
    process[name].write = (text, ...rest) => {
      said[name] += text
      rest.findLast((each) => typeof each === "function")?.()
      return true
    }
  try {
    await import(pathToFileURL(file))
  } catch (error) {
    said.stderr += `${error?.stack ?? error}\n`
  }
  own(`${JSON.stringify(said)}\n`)
}
