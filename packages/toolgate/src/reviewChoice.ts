import { resolve } from "node:path"
import type { Suggest } from "@toolgate/approval"
import type { ReviewFolder } from "@toolgate/policy-files"

/** Returns the folder of suggested rules, which no call may change. Throws if the option is no path. */
export const reviewFolders = (review: string | undefined): ReadonlyArray<string> => {
  if (review === undefined) return []
  if (typeof review !== "string" || review === "") throw new TypeError('"review" has to be the path of a folder.')
  return [review]
}

/** Returns a function that adds suggested rules to a folder. The code that does so is loaded when it is needed. */
export const suggestTo = (path: string): Suggest => {
  let folder: Promise<ReviewFolder> | undefined
  return async (...suggested) => {
    folder ??= import("@toolgate/policy-files").then((loaded) => new loaded.ReviewFolder(resolve(path)))
    return (await folder).suggest(...suggested)
  }
}
