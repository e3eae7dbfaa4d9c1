import { escapeUnprintable } from "@toolgate/core"
import type { PolicyTexts } from "@toolgate/policy-files"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"
import { WrongUse } from "../WrongUse.ts"
import { getOwnPolicyPath } from "./getOwnPolicyPath.ts"
import { listFilesInForce } from "./policyFlags.ts"

/** The files of a policy that is reviewed, with the texts that they hold now. */
export interface ReviewedPolicy extends PolicyTexts {
  /** The text of each file as it was read; `undefined`: the file does not exist yet. */
  readonly read: ReadonlyMap<string, string | undefined>
}

/** Reads the files of a policy, or the user's own, which need not exist. */
export const readReviewedPolicy = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  if (given.includes("")) return yield* new WrongUse({ message: "The name of a policy file is empty; name a file." })
  if (given.includes("host"))
    return yield* new WrongUse({ message: 'The policy "host" has no rules; write "./host" for a file of that name.' })
  const paths = listFilesInForce(given)
  if (paths.length === 0) {
    const own = yield* Effect.fromResult(getOwnPolicyPath("--policy"))
    return { paths: [own], texts: new Map([[own, "version: 1\n"]]), read: new Map([[own, undefined]]) }
  }
  const texts = new Map<string, string>()
  for (const path of paths) {
    const file = readTextFile(path, "policy")
    if ("fault" in file)
      return yield* new WrongUse({ message: `The policy ${JSON.stringify(escapeUnprintable(path))}: ${file.fault}.` })
    texts.set(path, file.text)
  }
  return { paths, texts, read: texts }
})
