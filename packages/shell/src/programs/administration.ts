import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })
const changes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

/** Programs that change the machine. Sources: the manual page of each. */
export const administration: ReadonlyArray<Program> = [
  {
    names: [
      "systemctl",
      "service",
      "initctl",
      "launchctl",
      "rc-service",
      "journalctl",
      "loginctl",
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
    names: ["crontab", "anacron", "visudo", "vipw", "sudoedit", "select-editor", "update-alternatives"],
    facts: {
      ...starts("starts an editor, or has programs started later", "crontab(1), visudo(8)"),
      writesFiles: { reason: "writes the tables of the system", source: "crontab(1)" }
    }
  },
  {
    names: ["date", "hwclock", "timedatectl"],
    facts: changes("sets the clock by -s", "date(1)"),
    valued: "dfrsI",
    dangers: [
      danger("sets the clock", "-s", "--set", "set-time"),
      danger("reads dates from a file, and shows what it cannot read", "-f", "--file"),
      danger("looks at another file", "-r", "--reference")
    ],
    // An operand is a format, or a time that the clock is set to.
    inspect: (words) =>
      words.filter((word) => /^[0-9]/.test(word)).map((word) => ({ word, reason: "may set the clock" })),
    synonyms: [
      ["-u", "--utc", "--universal"],
      ["-s", "--set"],
      ["-d", "--date"]
    ]
  },
  {
    names: ["hostname", "domainname", "hostnamectl", "nisdomainname"],
    facts: {
      ...changes("sets the name of the machine", "hostname(1)"),
      reachesNetwork: { reason: "asks name servers", source: "hostname(1)" }
    },
    valued: "Fb",
    dangers: [
      danger("sets the name from a file", "-F", "--file", "-b", "--boot"),
      danger("asks name servers", "-f", "--fqdn", "--long", "-d", "-i", "-a")
    ],
    operands: { from: 1, reason: "becomes the name of the machine" }
  },
  {
    names: [
      "ip",
      "ifconfig",
      "route",
      "iptables",
      "ip6tables",
      "nft",
      "ufw",
      "tc",
      "bridge",
      "ethtool",
      "iw",
      "nmcli",
      "arp",
      "sysctl",
      "modprobe",
      "insmod",
      "rmmod",
      "setenforce"
    ],
    facts: {
      ...changes("changes the network or the kernel", "ip(8), iptables(8), sysctl(8)"),
      ...starts("starts programs by options", "ip-netns(8), modprobe(8)")
    },
    dangers: [
      danger("reads orders from a file", "-b", "-batch*", "-f", "--file"),
      danger("starts a program", "exec", "netns", "--modprobe"),
      danger(
        "changes the network or the kernel",
        "add",
        "del",
        "delete",
        "set",
        "change",
        "replace",
        "flush",
        "-w",
        "-A",
        "-I",
        "-D",
        "-F",
        "--system",
        "-p"
      )
    ]
  },
  {
    names: ["kill", "killall", "pkill", "skill", "fuser", "renice"],
    facts: starts("stops or signals other programs", "kill(1), pkill(1), fuser(1)"),
    dangers: [danger("stops programs", "-k", "--kill", "-9")]
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
  },
  {
    names: ["ps", "top", "htop", "pgrep", "lsof", "ss", "netstat"],
    facts: { reachesNetwork: { reason: "may ask name servers for addresses", source: "netstat(8), lsof(8)" } },
    dangers: [
      danger("shows the environment of programs", "e", "axe*", "auxe*"),
      danger("stops connections", "-K", "--kill")
    ]
  }
]
