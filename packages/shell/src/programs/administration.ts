import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })
const changes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

/** Programs that change the machine. Sources: the manual page of each. */
export const administration: ReadonlyArray<Program> = [
  {
    names: [
      "service",
      "initctl",
      "launchctl",
      "rc-service",
      "init",
      "telinit",
      "shutdown",
      "reboot",
      "halt",
      "poweroff"
    ],
    facts: {
      ...starts("starts and stops services, editors and pagers", "systemctl(1), journalctl(1)"),
      writesFiles: { reason: "changes what the machine starts", source: "systemctl(1)" }
    },
    valued: "HMnopst",
    dangers: [
      danger("acts on another machine or root", "-H", "--host", "-M", "--machine", "--root", "--image"),
      danger(
        "changes what runs",
        "start",
        "stop",
        "restart",
        "reload",
        "enable",
        "disable",
        "mask",
        "unmask",
        "edit",
        "kill",
        "set-environment",
        "daemon-reload",
        "link",
        "revert",
        "isolate",
        "reboot",
        "poweroff"
      ),
      danger(
        "deletes or writes logs",
        "--vacuum-size",
        "--vacuum-time",
        "--vacuum-files",
        "--rotate",
        "--flush",
        "--cursor-file"
      )
    ]
  },
  {
    names: ["anacron", "visudo", "vipw", "sudoedit", "select-editor", "update-alternatives"],
    facts: {
      ...starts("starts an editor, or has programs started later", "crontab(1), visudo(8)"),
      writesFiles: { reason: "writes the tables of the system", source: "crontab(1)" }
    }
  },
  {
    names: [
      "useradd",
      "usermod",
      "userdel",
      "groupadd",
      "groupmod",
      "groupdel",
      "passwd",
      "chpasswd",
      "chsh",
      "chfn",
      "adduser",
      "deluser",
      "gpasswd"
    ],
    facts: changes("changes who may use the machine", "useradd(8), passwd(1)")
  }
]
