import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const network = "changes the network"
const kernel = "changes the kernel"
const orders = "reads orders from a file, or from a person"
const namespace = "works in another network than this one"
const facts = factsOf("the manual page of each", {
  writesFiles: "changes the network or the kernel",
  startsPrograms: "starts programs by options"
})

/**
 * Returns the lists of objects of iproute2, whose words may be shortened. A word that does not list something changes
 * it.
 */
const iproute = (objects: string, changes = ""): Readonly<Record<string, ClosedList>> => ({
  [objects]: {
    shortens: true,
    subcommands: {
      "show list lst": {},
      [`add change replace delete link append move flush get ${changes}`]: { asks: network }
    }
  },
  "monitor exec": { asks: "waits, or loads code" },
  help: {}
})

const iprouteDangers = [danger(orders, "-b= -batch= -cf= -conf= -force"), danger(namespace, "-n= -net= -netns= -all")]

/** Programs that show and change how a machine sends packets. Sources: the manual page of each. */
export const networkSettings: ReadonlyArray<Program> = [
  {
    names: ["iptables", "ip6tables"],
    facts,
    closed: {
      source: "iptables(8), of iptables 1.8",
      options: `-46hLSVvnxw -t= --ipv4 --ipv6 --exact --line-numbers --list --list-rules --numeric --table= --verbose
        --version --wait=?`,
      dangers: [
        danger(
          network,
          `-A= -D= -F -I= -N= -R= -X -Z -P= -E== --append= --delete= --delete-chain --flush --insert= --new-chain=
            --policy= --rename-chain== --replace= --zero -c== --set-counters==`
        ),
        danger("starts a program", "--modprobe=")
      ]
    },
    synonyms: [
      ["-L", "--list"],
      ["-t", "--table"]
    ]
  },
  {
    names: ["nft"],
    facts,
    closed: {
      source: "nft(8), of nftables 1.0",
      options: `-achejnpsSTtuvVy -d= --check --debug= --echo --guid --handle --json --numeric --numeric-priority
        --numeric-protocol --numeric-time --service --stateless --terse --version`,
      dangers: [
        danger(orders, "-f= --file= -i --interactive -I= --includepath= -D= --define= -o --optimize"),
        danger("asks name servers", "-N --reversedns")
      ],
      subcommands: {
        "list get describe": {
          operand: (word) => (/[;{}\n]/.test(word) ? "may hold further orders" : undefined)
        },
        "add create insert replace delete destroy flush rename reset monitor import export": { asks: network }
      }
    }
  },
  {
    names: ["ufw"],
    facts,
    closed: {
      source: "ufw(8), of ufw 0.36",
      options: "-h --dry-run --version",
      dangers: [danger("does not ask", "--force")],
      subcommands: {
        "status show version help": {},
        app: { subcommands: { "list info": {}, "update default": { asks: network } } },
        "enable disable reload reset default logging allow deny reject limit delete insert prepend route rule": {
          asks: network
        }
      }
    }
  },
  {
    names: ["tc"],
    facts,
    closed: {
      source: "tc(8), of iproute2 6.1",
      style: "words",
      shortens: true,
      everywhere: true,
      options: `-s -stats -statistics -d -details -r -raw -p -pretty -iec -g -graph -c -color=? -j -json -nm -name -br
        -brief -o -oneline -t -timestamp -ts -tshort -N -Numeric -V -Version`,
      dangers: iprouteDangers,
      subcommands: iproute("qdisc class filter chain action actions")
    }
  },
  {
    names: ["bridge"],
    facts,
    closed: {
      source: "bridge(8), of iproute2 6.1",
      style: "words",
      shortens: true,
      everywhere: true,
      options: `-s -stats -statistics -d -details -c -color=? -compressvlans -j -json -p -pretty -o -oneline -t
        -timestamp -V -Version`,
      dangers: iprouteDangers,
      subcommands: iproute("link fdb mdb vlan vni", "set")
    }
  },
  {
    names: ["ethtool"],
    facts,
    closed: {
      source: "ethtool(8), of ethtool 6.1",
      style: "words",
      options: `-a --show-pause -c --show-coalesce -g --show-ring -i --driver -k --show-features --show-offload -P
        --show-permaddr -S --statistics --phy-statistics -n -u --show-nfc --show-ntuple -T --show-time-stamping -x
        --show-rxfh-indir --show-rxfh -l --show-channels -m --dump-module-eeprom --module-info --show-priv-flags
        --show-eee --get-phy-tunable --get-tunable --show-fec --show-tunnels --show-module -I --include-statistics
        --json -h --version`,
      dangers: [
        danger(
          network,
          `-A= --pause= -C= --coalesce= -G= --set-ring= -E= --change-eeprom= -K= --features= --offload= -r= --negotiate=
            -s= --change= -N= -U= --config-nfc= --config-ntuple= -W= --set-dump= -X= --set-rxfh-indir= --rxfh= -f=
            --flash= -L= --set-channels= --set-priv-flags= --set-eee= --set-phy-tunable= --set-tunable= --reset=
            --set-fec= -Q= --per-queue= --set-module= -p= --identify= -t= --test= --cable-test= --cable-test-tdr=`
        ),
        danger(
          "writes a file, or reads the machine's memory",
          "-w= --get-dump= -d= --register-dump= -e= --eeprom-dump="
        )
      ]
    }
  },
  {
    names: ["iw"],
    facts,
    closed: {
      source: "iw(8), and iw help, of iw 5.19",
      options: "--version --debug",
      subcommands: {
        "list features commands help": {},
        dev: {
          before: 1,
          subcommands: {
            "info link": {},
            "station survey mpath mpp": {
              subcommands: { dump: {}, "get set del new probe": { asks: network } }
            },
            get: {},
            "set del connect disconnect scan interface ibss mesh ocb ap cqm offchannel roc switch vendor auth": {
              asks: network
            }
          }
        },
        phy: {
          before: 1,
          subcommands: { "info channels": {}, "set interface wowlan hwsim coalesce": { asks: network } }
        },
        reg: { subcommands: { get: {}, "set reload": { asks: network } } },
        event: { asks: "waits for what happens" }
      }
    }
  },
  {
    names: ["modprobe"],
    facts,
    closed: {
      source: "modprobe(8), of kmod 30",
      options: "-ciDnRvVq --dry-run --show --show-depends --showconfig --resolve-alias --verbose --version --quiet",
      dangers: [
        danger(
          kernel,
          "-ar --all --remove -f --force --force-vermagic --force-modversion -b --use-blacklist -s --syslog"
        ),
        danger("reads settings from elsewhere", "-C= --config= -d= --dirname= -S= --set-version=")
      ],
      operand: (_word, _before, given) =>
        ["-n", "-D", "-R", "--dry-run", "--show", "--show-depends", "--resolve-alias"].some((name) => given.has(name))
          ? undefined
          : "is a module that is loaded"
    }
  },
  {
    names: ["insmod", "rmmod", "setenforce"],
    facts,
    closed: { source: "insmod(8), rmmod(8), setenforce(8)", options: "-Vv", operands: { from: 1, reason: kernel } }
  }
]
