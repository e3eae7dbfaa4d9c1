import { defineTool, type FileResource, toolOutput } from "@toolgate/core"
import { boundOutput } from "@toolgate/toolbox-base"
import { Type } from "typebox"
import { exampleArchive } from "../exampleArchive.ts"
import { OpenedArchive } from "../OpenedArchive.ts"
import { archiveArgument, nameArgument, ofArchives } from "../ofArchives.ts"
import { extract } from "./extract.ts"
import { planExtraction, type Skipped } from "./planExtraction.ts"

/** Extracts an archive into a folder of the workspace. */
export const archiveExtract = defineTool({
  ...ofArchives,
  name: "archive_extract",
  title: "Extract an archive",
  description:
    "Extracts the files of an archive into a directory of the workspace, which is created if it does not exist. All names are checked before anything is written: an archive with a name that leads out of the directory, or with two names for one file, is refused as a whole. Links, devices and encrypted files are skipped, each with its reason, and so are files that already exist. Files get the permissions of new files. At most 10,000 entries, 1 GiB in all, 256 MiB in a file, and 200 times the packed size.",
  parameters: Type.Object(
    {
      path: archiveArgument,
      to: Type.String({
        minLength: 1,
        description: "The directory to write to, from the workspace's root. Use a new one for each archive."
      }),
      files: Type.Optional(
        Type.Array(nameArgument("A name as archive_open lists it: a file, or a directory with everything in it."), {
          minItems: 1,
          maxItems: 1000,
          description: "What to extract. Default: everything."
        })
      ),
      overwrite: Type.Optional(Type.Boolean({ description: "Whether existing files are replaced. Default: false." })),
      strip: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 64,
          description: "How many leading directories to strip from each name. Default: 0."
        })
      )
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      extracted: Type.Array(Type.String({ description: "A path beneath the directory." })),
      skipped: Type.Array(Type.Object({ name: Type.String(), why: Type.String() }, { additionalProperties: false })),
      total: Type.Integer({ minimum: 0, description: "How many files were extracted." }),
      bytes: Type.Integer({ minimum: 0, description: "Bytes of the files that were extracted." }),
      cut: Type.Boolean({ description: "Whether there are more names than these two lists hold." })
    },
    { additionalProperties: false }
  ),
  sideEffects: "WRITE",
  effects: ["modifies_files"],
  risk: "LOW",
  resources: [
    { kind: "file", arg: "/path", mode: "r", within: "workspace" },
    { kind: "file", arg: "/to", mode: "rw", within: "workspace", scope: "tree" }
  ],
  examples: [
    {
      description: "Extract one directory of an archive, without the directory above it.",
      args: { path: "site.tar", to: "out", files: ["site/pages"], strip: 1 },
      files: { "site.tar": exampleArchive },
      expect: { value: { extracted: ["pages/index.md"], skipped: [], total: 1, bytes: 10, cut: false } }
    }
  ],
  execute: async ({ files, overwrite = false, strip = 0 }, context) => {
    const archive = await OpenedArchive.open(context)
    const plan = planExtraction(await archive.list(), {
      ...(files === undefined ? {} : { files }),
      strip,
      packed: archive.size
    })
    const to =
      context.resources.find((one): one is FileResource => one.kind === "file" && one.scope === "tree")?.path ?? ""
    const { extracted, skipped, bytes } = await extract(archive, plan, { to, overwrite }, context)
    const named: ReadonlyArray<string | (Skipped & Record<string, string>)> = [
      ...skipped.map(({ name, why }) => ({ name, why })),
      ...extracted
    ]
    const output = boundOutput(
      named,
      (kept, cut) => ({
        extracted: kept.filter((one) => typeof one === "string"),
        skipped: kept.filter((one) => typeof one !== "string"),
        total: extracted.length,
        bytes,
        cut
      }),
      "List the directory to see the rest."
    )
    return toolOutput({ ...output, filesModified: extracted.map((path) => `${to}/${path}`) })
  }
})
