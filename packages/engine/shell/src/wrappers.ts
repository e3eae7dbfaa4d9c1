import type { OptionGrammar } from "./OptionGrammar.ts"

/**
 * The programs that do nothing but start another program, with a time limit, a priority or a buffer. An option that is
 * not listed here has an unknown effect.
 *
 * Sources: bash(1), "SHELL BUILTIN COMMANDS" and "Pipelines"; nice(1), nohup(1), timeout(1), stdbuf(1), env(1), of GNU
 * coreutils; ionice(1), setsid(1), taskset(1), chrt(1), of util-linux.
 */
export const wrappers: ReadonlyMap<string, OptionGrammar> = new Map([
  ["time", { flags: "p" }],
  ["builtin", {}],
  ["exec", {}],
  ["nohup", {}],
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

/** The wrappers that are builtins of the shell or reserved words. The command that they start may be a builtin too. */
export const shellWrappers: ReadonlySet<string> = new Set(["time", "command", "builtin"])

/**
 * The programs that start another program in a way that is not read here: as another user, in another place, under
 * observation, or, like busybox, a program of their own that reads its options differently.
 *
 * Source: the manual page of each.
 */
export const unreadLaunchers: ReadonlySet<string> = new Set(
  `aa-exec abduco apitrace at batch box64 busybox bwrap caffeinate capsh catchsegv cgexec choom chpst chronic chroot concurrently cross-env cross-env-shell
  coreutils cpulimit daemon daemonize datefudge dbus-launch dbus-run-session direnv dotenv dotenv-cli dotenvx dtach dtruss dumb-init eatmydata entr env-cmd
  expect fakechroot fakeroot fakeroot-ng faketime firejail flock foot forever gdb gdbserver gnome-terminal gosu heaptrack hyperfine i386
  ifne kitty konsole linux32 linux64 lldb ltrace lxterminal minijail0 mispipe newgrp nodemon nq
  nsenter nsjail numactl onchange parallel-ssh pdsh perf pexec pkexec pm2 prlimit proot proxychains proxychains4 pssh
  qemu-aarch64 qemu-arm qemu-i386 qemu-x86_64 reptyr retry rlwrap rr run-one run-parts run0 runcon runuser
  sandbox-exec schedtool screen script sem setarch setpriv setuidgid sg socksify softlimit sshpass start-server-and-test ssh-agent
  start-stop-daemon strace su-exec supervisord systemd-cat systemd-inhibit systemd-nspawn systemd-run terminator timelimit
  tini tmux torify torsocks toybox trickle tsocks ts-node-dev uclampset unbuffer unshare urxvt valgrind watchexec watchman-make
  wezterm wine x-terminal-emulator x86_64 xfce4-terminal xinit xterm xvfb-run`.split(/\s+/)
)
