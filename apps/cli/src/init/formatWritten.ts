import { join } from "node:path"
import type { NeededFolder } from "@toolgate/core"
import { getProgramWords } from "../getProgramWords.ts"
import type { Surroundings } from "./lookAround.ts"

/** The result of `toolgate init`. */
export interface Written {
  readonly workspace: string
  readonly template: string | undefined
  /** The names of the written files, the policy last. */
  readonly names: ReadonlyArray<string>
  readonly found: Surroundings
  /** The name of the schema, if it was written too. */
  readonly copiedSchema: string | undefined
}

/** Returns the text that says which files were written, and what to do next. */
export const formatWritten = ({ workspace, template, names, found, copiedSchema }: Written): string => {
  const { commands, sources, beside, unread, repository, unseenPackages } = found
  const toolgate = getProgramWords(process.env)
  const typed = (name: string) => JSON.stringify(join(workspace, name)).slice(1, -1)
  const file = typed("toolgate.yaml")
  const catalogue = names.includes("tools.yaml") ? ` --catalogue ${typed("tools.yaml")}` : ""
  return [
    template === undefined
      ? `Wrote ${file} for ${found.found.join(", ") || "a folder with nothing in it yet"}.`
      : `Wrote ${names.map(typed).join(" and ")} from the template "${template}".`,
    ...(copiedSchema === undefined ? [] : [`Wrote ${copiedSchema}, which editors use to complete and check it.`]),
    ...(template === undefined
      ? [
          `Allowed without a question: reading in this folder, except for secrets${sources.length === 0 ? "" : `, writing to ${sources.map(({ pattern }) => pattern).join(", ")}`}${commands.length === 0 ? "" : `, ${commands.map(({ command }) => command).join(", ")}`}.`,
          ...unread.map(
            (name) => `No rule is written for the scripts of ${JSON.stringify(name)}: it is not valid JSON.`
          )
        ]
      : []),
    ...(repository === undefined
      ? []
      : [
          `The root of the repository is ${JSON.stringify(repository)}. Calls in this folder do not reach it, so git fails there.`,
          `To let them use git, run ${toolgate} init in the root, and make the calls there.`
        ]),
    ...(beside.length === 0
      ? []
      : [`Confined commands also see what lies beside the folder: ${beside.map(besideText).join(", ")}.`]),
    ...(unseenPackages === undefined
      ? []
      : [
          `node_modules leads to ${JSON.stringify(unseenPackages)}, which confined commands do not see. To show it to them, add to the policy:`,
          `  tools: { shell: { path: [${JSON.stringify(unseenPackages)}] } }`
        ]),
    "Next:",
    `  ${toolgate} policy test ${file}${catalogue}`,
    `  ${toolgate} policy lint --strict ${file}${catalogue}`,
    ...(names.includes("mcp.yaml") ? [`  ${toolgate} mcp list --config ${typed("mcp.yaml")}`] : []),
    `  ${toolgate} call list_dir${workspace === "." ? "" : ` --workspace ${JSON.stringify(workspace).slice(1, -1)}`} --policy ${file}`,
    "With --policy, the whole file applies. Without --policy, the file only narrows the calls in this folder, and its allow rules have no effect.",
    ""
  ].join("\n")
}

const besideText = ({ path, writer }: NeededFolder): string =>
  `${JSON.stringify(path)}${writer === undefined ? "" : " (git writes there)"}`
