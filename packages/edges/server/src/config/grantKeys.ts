import { tokenRights } from "@toolgate/core"
import { type Key, listOf, oneOf, path, textOf } from "@toolgate/yaml-reading"

/** The shape of a text that is not empty. */
export const someText = textOf<string>(
  "a text that is not empty",
  (text, { node }, reading) => (text.trim() === "" ? reading.fault(node.at, () => "the text is empty") : text),
  { minLength: 1 }
)

/** The keys for what a person may do whom another service signs in. */
export const grantKeys = {
  rights: {
    shape: listOf("a list of rights", oneOf("right", tokenRights)),
    description: "What the person may do.",
    absent: undefined
  },
  role: { shape: someText, description: "The role of the person's calls.", absent: "none" },
  agent: { shape: someText, description: "The agent of the person's calls.", absent: "person" },
  workspaces: {
    shape: listOf("a list of folders", path),
    description: "The folders in which the person's sessions may work.",
    absent: "the server's workspace"
  }
} satisfies Readonly<Record<string, Key<unknown>>>

/** Leaves out the members that are not given. */
export const omitAbsent = <A extends object>(given: A): { [Name in keyof A]: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
