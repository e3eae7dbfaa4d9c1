import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })
const changes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

const runs = "changes what runs"
const services: ProgramFacts = {
  ...starts("starts and stops services", "service(8), launchctl(1)"),
  ...changes("changes what the machine starts", "service(8), launchctl(1)")
}

/** Programs that change the machine. Sources: the manual page of each. */
export const administration: ReadonlyArray<Program> = [
  {
    names: ["service", "rc-service"],
    facts: services,
    closed: {
      source: "service(8), of init-system-helpers; rc-service(8), of OpenRC 0.45",
      options:
        "-hiClqvVZ -e= -r= --status-all --version --list --exists= --resolve= --ifexists --dry-run --verbose --nocolor",
      dangers: [danger(runs, "--full-restart -csDdNSI --ifcrashed --ifstarted --ifstopped --nodeps --debug")],
      operand: (word, before) =>
        (before.length === 0 ? word.includes("/") : !/^(?:status|describe)$/.test(word)) ? runs : undefined
    }
  },
  {
    names: ["initctl"],
    facts: services,
    closed: {
      source: "initctl(8), of Upstart 1.13",
      options: "-qv --quiet --verbose --version",
      dangers: [danger("asks another machine or session", "--session --user --system --dest=")],
      subcommands: {
        "list status version show-config check-config usage help log-priority": {},
        "start stop restart reload emit reload-configuration set-env unset-env reset-env get-env list-env notify-disk-writeable":
          { asks: runs }
      }
    }
  },
  {
    names: ["launchctl"],
    facts: services,
    closed: {
      source: "launchctl(1), of macOS 14",
      options: "",
      subcommands: {
        "list print print-cache print-disabled blame hostinfo resolveport manpagepath managerpid manageruid managername version help error":
          {},
        "load unload start stop bootstrap bootout enable disable kickstart kill remove submit setenv unsetenv getenv limit config reboot asuser bsexec plist debug attach procinfo dumpstate dumpjpcategory userswitch examine variant":
          { asks: runs }
      }
    }
  },
  {
    names: ["update-alternatives"],
    facts: changes("changes which programs are started", "update-alternatives(1)"),
    closed: {
      source: "update-alternatives(1), of dpkg 1.21",
      options: "--display= --list= --query= --get-selections --quiet --verbose --version",
      dangers: [
        danger(
          "changes which programs are started",
          "--install==== --slave=== --set== --remove== --remove-all= --all --auto= --config= --set-selections --force"
        ),
        danger("works in other folders", "--altdir= --admindir= --instdir= --root= --log=")
      ]
    }
  },
  {
    names: ["init", "telinit", "shutdown", "reboot", "halt", "poweroff"],
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
    names: ["anacron", "visudo", "vipw", "sudoedit", "select-editor"],
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
