import type { FileDeclaration, FileMode, Tool } from "@toolgate/core"

interface Path {
  readonly mode: FileMode
  readonly within: FileDeclaration["within"]
  /** The path for which an absent argument stands. */
  readonly fallback?: string
  /** `tree`: also what lies beneath the path. */
  readonly scope?: "tree"
}

/** Returns the declarations of a tool whose only resource is the file or folder at its argument "path". */
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
