import type { OptionGrammar } from "./OptionGrammar.ts"

/**
 * Programs that do nothing but start another one, with more patience, less priority, another buffer. What an option makes
 * of them that is not listed here is not known.
 *
 * Sources: bash(1), "SHELL BUILTIN COMMANDS" and "Pipelines"; nice(1), nohup(1), timeout(1), stdbuf(1), env(1), of GNU
 * coreutils; ionice(1), setsid(1), taskset(1), chrt(1), of util-linux; busybox(1).
 */
export const wrappers: ReadonlyMap<string, OptionGrammar> = new Map([
  ["time", { flags: "p" }],
  ["builtin", {}],
  ["exec", {}],
  ["nohup", {}],
  ["busybox", {}],
  ["nice", { flags: "0123456789", valued: "n", longValued: ["adjustment"] }],
  [
    "timeout",
    {
      flags: "fpv",
      valued: "ks",
      longFlags: ["foreground", "preserve-status", "verbose"],
      longValued: ["kill-after", "signal"],
      operands: 1
    }
  ],
  ["stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }],
  ["ionice", { flags: "t", valued: "cn", longFlags: ["ignore"], longValued: ["class", "classdata"] }],
  ["setsid", { flags: "cfw", longFlags: ["ctty", "fork", "wait"] }],
  ["taskset", { flags: "ac", longFlags: ["all-tasks", "cpu-list"], operands: 1 }],
  ["chrt", { flags: "fr", longFlags: ["fifo", "rr"], operands: 1 }]
])

/** Wrappers that are builtins of the shell, or words of its grammar: what they start may be a builtin too. */
export const shellWrappers: ReadonlySet<string> = new Set(["time", "command", "builtin"])

/**
 * Programs that start another one, in ways that are not read here: as another user, in another place, under observation.
 *
 * Source: the manual page of each.
 */
export const unreadLaunchers: ReadonlySet<string> = new Set([
  ...["capsh", "cgexec", "chronic", "chroot", "dbus-run-session", "entr", "fakeroot", "firejail", "bwrap", "flock"],
  ...["gosu", "i386", "linux32", "linux64", "ltrace", "nsenter", "numactl", "perf", "pkexec", "prlimit", "proot"],
  ...["rlwrap", "runuser", "script", "setarch", "setpriv", "strace", "su-exec", "systemd-run", "toybox", "unbuffer"],
  ...[
    "unshare",
    "valgrind",
    "xvfb-run",
    "choom",
    "uclampset",
    "softlimit",
    "setuidgid",
    "chpst",
    "daemonize",
    "direnv"
  ],
  ...["start-stop-daemon", "sg", "newgrp", "at", "batch", "expect", "gdb", "lldb", "screen", "tmux", "dtach", "abduco"]
])
