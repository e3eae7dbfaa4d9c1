import { getHomeFolder, getPolicyPath } from "@toolgate/policy-files"
import * as Result from "effect/Result"
import { WrongUse } from "../WrongUse.ts"

/** Returns the path of the user's own policy. Fails if the system knows no home folder of this user, as in many containers. */
export const getOwnPolicyPath = (flag: "--policy" | "--config" | "--servers"): Result.Result<string, WrongUse> => {
  const home = getHomeFolder()
  if (home !== undefined) return Result.succeed(getPolicyPath(home))
  const user = process.getuid?.() === undefined ? "this user" : `the user ${process.getuid()}`
  const message = `There is no home folder of ${user}, where your own file would be; name a file with "${flag}".`
  return Result.fail(new WrongUse({ message }))
}
