import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })
const changes = (reason: string, source: string): ProgramFacts => ({ writesFiles: { reason, source } })

const elsewhere = danger(
  "looks at another machine or root",
  "-H=",
  "--host=",
  "-M=",
  "--machine=",
  "--root=",
  "--image="
)
const acts = "changes what runs"
const network = "changes the network"

/** Programs that report on the machine, and that may change it with other words. Sources: the manual page of each. */
export const inspection: ReadonlyArray<Program> = [
  {
    names: ["systemctl"],
    facts: {
      ...starts("starts and stops services, editors and pagers", "systemctl(1)"),
      writesFiles: { reason: "changes what the machine starts", source: "systemctl(1)" }
    },
    closed: {
      source: "systemctl(1), of systemd 252",
      everywhere: true,
      options: `-alqr -n= -o= -p= -P= -t= --after --all --before --failed --full --legend= --lines= --no-legend --no-pager
        --output= --plain --property= --quiet --recursive --reverse --show-types --state= --system --timestamp= --type= --user
        --value --version --with-dependencies`,
      dangers: [elsewhere],
      subcommands: {
        [`status list-units list-unit-files list-timers list-sockets list-paths list-automounts list-dependencies list-jobs
          list-machines is-active is-enabled is-failed is-system-running get-default show cat help show-environment`]:
          {},
        [`start stop restart reload try-restart reload-or-restart try-reload-or-restart enable disable reenable mask unmask
          kill daemon-reload daemon-reexec set-property isolate link revert reset-failed`]: { asks: acts },
        "edit set-default set-environment unset-environment import-environment preset preset-all": { asks: acts }
      }
    }
  },
  {
    names: ["journalctl"],
    facts: starts("starts a pager", "journalctl(1)"),
    closed: {
      source: "journalctl(1), of systemd 252",
      options: `-aefFklmNqrx0123456789 -b=? -c= -g= -n=? -o= -p= -S= -t= -u= -U= --after-cursor= --all --boot=? --case-sensitive=?
        --catalog --cursor= --disk-usage --dmesg --exclude-identifier= --facility= --field= --fields --follow --full --grep=
        --header --identifier= --lines=? --list-boots --list-catalog --merge --namespace= --no-full --no-hostname --no-pager
        --no-tail --output= --output-fields= --pager-end --priority= --quiet --reverse --show-cursor --since= --system
        --truncate-newline --unit= --until= --user --user-unit= --utc --verify --version`,
      dangers: [
        danger("deletes or writes logs", "--vacuum-size=", "--vacuum-time=", "--vacuum-files=", "--rotate", "--flush"),
        danger("deletes or writes logs", "--sync", "--relinquish-var", "--smart-relinquish-var", "--setup-keys"),
        danger(
          "deletes or writes logs",
          "--update-catalog",
          "--cursor-file=",
          "--dump-catalog",
          "--interval=",
          "--force"
        ),
        danger("looks at another machine or root", "-M=", "--machine=", "--root=", "--image="),
        danger("reads other logs", "-D=", "--directory=", "-i=", "--file=", "--verify-key=")
      ]
    }
  },
  {
    names: ["date"],
    facts: changes("sets the clock by -s", "date(1)"),
    closed: {
      source: "date(1), of GNU coreutils 9.1",
      options:
        "-Ru -d= -I=? -r= --date= --debug --iso-8601=? --reference= --rfc-2822 --rfc-3339= --rfc-email --utc --universal --version",
      dangers: [
        danger("sets the clock", "-s=", "--set="),
        danger("reads dates from a file, and shows what it cannot read", "-f=", "--file=")
      ],
      // An operand is a format, or a time to which the clock is set.
      operand: (word) => (word.startsWith("+") ? undefined : "may set the clock")
    },
    synonyms: [
      ["-u", "--utc", "--universal"],
      ["-s", "--set"],
      ["-d", "--date"]
    ]
  },
  {
    names: ["timedatectl"],
    facts: changes("sets the clock", "timedatectl(1)"),
    closed: {
      source: "timedatectl(1), of systemd 252",
      everywhere: true,
      options: "-ap= --all --property= --value --no-pager --no-ask-password --monitor --version",
      dangers: [elsewhere, danger("sets the clock", "--adjust-system-clock")],
      subcommands: {
        "status show list-timezones timesync-status show-timesync": {},
        "set-time set-timezone set-local-rtc set-ntp ntp-servers revert": { asks: "sets the clock" }
      }
    }
  },
  {
    names: ["loginctl"],
    facts: starts("ends sessions of people", "loginctl(1)"),
    closed: {
      source: "loginctl(1), of systemd 252",
      everywhere: true,
      options: "-alp= -n= -o= --all --full --property= --value --no-legend --no-pager --lines= --output= --version",
      dangers: [elsewhere, danger("signals programs", "-s= --signal= --kill-whom= --kill-who=")],
      subcommands: {
        "list-sessions list-users list-seats session-status user-status seat-status show-session show-user show-seat":
          {},
        "activate lock-session unlock-session lock-sessions unlock-sessions terminate-session terminate-user kill-session kill-user enable-linger disable-linger attach flush-devices terminate-seat":
          { asks: acts }
      }
    }
  },
  {
    names: ["hwclock"],
    facts: changes("sets the clock", "hwclock(8)"),
    closed: {
      source: "hwclock(8), of util-linux 2.38",
      options: "-rvVul --show --get --verbose --version --utc --localtime --predict --date= --noadjfile --test --debug",
      dangers: [
        danger("sets the clock", "-swa --hctosys --systohc --set --adjust --systz --setepoch --param-set="),
        danger("names another clock or file", "-f= --rtc= --adjfile= --epoch= --delay= --update-drift")
      ]
    }
  },
  {
    names: ["hostname", "domainname", "nisdomainname", "dnsdomainname"],
    facts: {
      ...changes("sets the name of the machine", "hostname(1)"),
      reachesNetwork: { reason: "asks name servers", source: "hostname(1)" }
    },
    closed: {
      source: "hostname(1)",
      options:
        "-aAdfiIsvVy --alias --all-fqdns --all-ip-addresses --domain --fqdn --ip-address --long --nis --short --version --yp",
      dangers: [danger("sets the name of the machine", "-F=", "--file=", "-b", "--boot")],
      operands: { from: 1, reason: "becomes the name of the machine" }
    }
  },
  {
    names: ["hostnamectl"],
    facts: changes("sets the name of the machine", "hostnamectl(1)"),
    closed: {
      source: "hostnamectl(1)",
      everywhere: true,
      options: "--no-ask-password --static --transient --pretty --json= --version -j",
      dangers: [elsewhere],
      subcommands: { status: {} }
    }
  },
  {
    names: ["ip"],
    facts: {
      ...changes("changes the network", "ip(8)"),
      ...starts("starts programs by netns exec and vrf exec", "ip-netns(8), ip-vrf(8)")
    },
    closed: {
      source: "ip(8), and the page of each object, of iproute2 6.1",
      style: "words",
      shortens: true,
      options: `-4 -6 -0 -M -B -a -all -br -brief -c -c=? -color -color=? -d -details -f= -family= -h -human -human-readable -iec -j
        -json -l= -loops= -N -Numeric -o -oneline -p -pretty -r -resolve -s -stats -statistics -t -timestamp -ts -tshort -V -Version`,
      dangers: [
        danger("reads orders from a file", "-b=", "-batch=", "-force"),
        danger("works in another namespace", "-n=", "-netns="),
        danger("changes the receive buffer", "-rc=", "-rcvbuf=")
      ],
      subcommands: {
        "address addr a": ipObject("add change replace delete flush save restore", "s"),
        // For a link, "s" is short for "set".
        "link l": ipObject("add delete set change replace xstats afstats property"),
        "route r": ipObject("add delete change replace append prepend test flush save restore", "s"),
        "rule ru": ipObject("add delete flush save restore", "s"),
        "neighbour neighbor n": ipObject("add delete change replace flush", "s"),
        maddress: ipObject("add delete"),
        help: {},
        [`netns vrf tunnel tuntap xfrm token monitor mptcp sr l2tp macsec fou ila ioam mroute mrule netconf nexthop ntable
          tcp_metrics tcpmetrics addrlabel stats vrf`]: { asks: "may change the network, or start programs" }
      }
    }
  },
  {
    names: ["sysctl"],
    facts: changes("sets values of the kernel", "sysctl(8)"),
    closed: {
      source: "sysctl(8)",
      options: "-abdeNnqrxAX --all --binary --names --values --ignore --pattern= --deprecated --version",
      dangers: [danger("sets values of the kernel", "-w", "--write", "-p=?", "-f=?", "--load=?", "--system")],
      operand: (word) => (word.includes("=") ? "sets a value of the kernel" : undefined)
    }
  },
  {
    names: ["dmesg"],
    facts: changes("clears the kernel's messages", "dmesg(1)"),
    closed: {
      source: "dmesg(1), of util-linux 2.38",
      options: `-dehHjkLpPrSTtuwWxV -f= -l= -s= --color=? --ctime --decode --facility= --follow --follow-new --force-prefix --human
        --json --kernel --level= --nopager --noescape --notime --raw --reltime --show-delta --since= --syslog --time-format=
        --until= --userspace --version`,
      dangers: [
        danger(
          "clears the kernel's messages, or stops them",
          "-cCDE",
          "--clear",
          "--read-clear",
          "--console-off",
          "--console-on"
        ),
        danger("sets which messages are shown", "-n=", "--console-level=", "--buffer-size="),
        danger("reads another file", "-F=", "--file=", "-K=", "--kmsg-file=")
      ]
    }
  },
  {
    names: ["ss"],
    facts: { reachesNetwork: { reason: "may ask name servers for addresses", source: "ss(8)" } },
    closed: {
      source: "ss(8), of iproute2 6.1",
      options: `-0046abBdeEhHiIlmMnNoOpPqrsSTtuvVwWxzZ -A= -f= -N= --all --bound-inactive --bpf --cgroup --context --contexts --dccp
        --events --extended --family= --info --ipv4 --ipv6 --listening --memory --mptcp --net= --no-header --no-queues --numeric
        --oneline --options --packet --processes --query= --raw --resolve --sctp --socket= --summary --tcp --threads --tipc
        --tipcinfo --tos --udp --unix --version --vsock --xdp`,
      dangers: [
        danger("stops connections", "-K", "--kill"),
        danger("writes a file", "-D=", "--diag="),
        danger("reads a filter from a file", "-F=", "--filter=")
      ]
    }
  }
]

/**
 * Returns the list of an object of ip: the harmless words that show the object, with the abbreviations that only they
 * have, and the words that change it.
 */
function ipObject(others: string, short = "") {
  return {
    shortens: true,
    subcommands: { [`show list lst get ${short}`.trim()]: {}, [others]: { asks: network } }
  } as const
}
