import { homedir } from "node:os"
import { basename, isAbsolute, join } from "node:path"
import { type FileDeclaration, FileFailed, type FileMode, type FileResource, type ToolContext } from "@toolgate/core"
import { rejectOnAbort } from "@toolgate/toolbox-base"
import { mostText } from "@toolgate/toolbox-base/jobs"
import { Type } from "typebox"
import type { CanvasSettings } from "./canvasSettings.ts"

/** The folder of a canvas tool: that of the settings, unless a call names another. */
export class CanvasFolder {
  /** The default folder. */
  readonly usual: string

  constructor({ folder = "canvases" }: CanvasSettings) {
    this.usual = folder.startsWith("~/") ? join(homedir(), folder.slice(2)) : folder
  }

  /** The root that canvases may not leave. */
  get within(): FileDeclaration["within"] {
    return isAbsolute(this.usual) ? "host" : "workspace"
  }

  /** Returns the declaration of the folder and its contents. */
  declared(mode: FileMode): FileDeclaration {
    return { kind: "file", arg: "/folder", mode, within: this.within, fallback: this.usual, scope: "tree" }
  }
}

/** The common part of the tools that read canvases. */
export const readsCanvases = {
  sideEffects: "READ",
  effects: ["read_only"],
  category: "data",
  permission: "filesystem",
  callers: ["direct", "chain"]
} as const

export const folderArgument = Type.Optional(
  Type.String({ minLength: 1, description: "The folder of canvases. Default: the one in the settings." })
)

/** The extension of a canvas's name. */
export const ending = ".canvas"

/** Returns a call's resolved folder. */
export const getFolder = ({ resources }: Pick<ToolContext, "resources">): string =>
  resources.find((one): one is FileResource => one.kind === "file" && one.scope === "tree")?.path ?? ""

/**
 * Returns the path of the copy of a canvas at its last export. The format has no field for the copy, and canvas
 * programs hide folders whose name starts with a dot.
 */
export const getExportedPath = (folder: string, path: string): string => join(folder, ".exports", basename(path))

/** Returns the text of a canvas, or `undefined` if the file is missing. */
export const readTextAt = async (
  { files, signal }: Pick<ToolContext, "files" | "signal">,
  path: string
): Promise<string | undefined> => {
  try {
    if ((await files.stat(path)).size > mostText)
      throw new FileFailed("TooLarge", path, { message: `The canvas has more than ${mostText} bytes.` })
    return await rejectOnAbort(files.read(path), signal)
  } catch (cause) {
    if (cause instanceof FileFailed && cause.reason === "NotFound") return undefined
    throw cause
  }
}
