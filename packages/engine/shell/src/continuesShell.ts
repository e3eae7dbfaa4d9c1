/**
 * The builtins of a shell that only decide which command of the text comes next. What they take are numbers, or files and
 * texts that are compared. The commands around them are parts like any others.
 *
 * Source: bash(1), "SHELL BUILTIN COMMANDS"; POSIX.1-2024, "Special Built-In Utilities".
 */
const names = new Set([":", "true", "false", "test", "[", "[[", "break", "continue", "exit", "return", "shift"])

/** Whether a builtin of a shell only decides which command of the text comes next. */
export const continuesShell = (program: string): boolean => names.has(program)
