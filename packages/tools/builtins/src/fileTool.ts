import type { FileDeclaration, FileMode, Tool } from "@toolgate/core"

interface Path {
  readonly mode: FileMode
  readonly within: FileDeclaration["within"]
  /** The path used if the argument is absent. */
  readonly fallback?: string
  /** `tree` includes everything below the path. */
  readonly scope?: "tree"
}

/** Declares the file or folder at the argument "path" as a tool's only resource. */
export const fileTool = ({ mode, within, ...more }: Path) =>
  ({
    sideEffects: mode === "r" ? "READ" : "WRITE",
    effects: [mode === "r" ? "read_only" : "modifies_files"],
    risk: mode === "r" ? "SAFE" : "LOW",
    category: "system",
    permission: "filesystem",
    resources: [{ kind: "file", arg: "/path", mode, within, ...more }],
    requiresWorkspace: within === "workspace",
    callers: ["direct", "chain"]
  }) as const satisfies Partial<Tool>
