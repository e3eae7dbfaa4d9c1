import { isAbsolute } from "node:path"
import validate from "validate-npm-package-name"

/** Returns why a name cannot be that of a new folder and of its package, as a sentence with what to do; `undefined` if it can. */
export const findNameProblem = (name: string): string | undefined => {
  const shown = JSON.stringify(name)
  if (isAbsolute(name) || /[\\/]/.test(name) || name === "." || name === "..")
    return `${shown} is a path. Go to the folder in which the app is to be, and give a name alone, such as my-app.`
  const { validForNewPackages, errors = [], warnings = [] } = validate(name)
  if (validForNewPackages) return undefined
  return `${shown} cannot be the name of a package: ${[...errors, ...warnings].join(", and ")}. Give a name such as my-app.`
}
