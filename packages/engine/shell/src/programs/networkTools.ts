import { danger, factsOf, type Program } from "./Program.ts"

const settings = "reads orders or settings from a file"
const starts = "starts a program"
const writes = "writes a file"

const network = "changes the network"

/** Programs that show and change the network of a machine. Sources: the manual page of each. */
export const networkTools: ReadonlyArray<Program> = [
  {
    names: ["ifconfig"],
    facts: factsOf("ifconfig(8)", { writesFiles: network }),
    closed: { source: "ifconfig(8)", options: "-asv", operands: { from: 2, reason: network } }
  },
  {
    names: ["arp"],
    facts: factsOf("arp(8)", { writesFiles: network }),
    closed: {
      source: "arp(8)",
      options: "-aevnND -H= -t= -i= --numeric --verbose --device= --all",
      dangers: [danger(network, "-dsf --delete --set --file=? -S -P --symbolic")]
    }
  },
  {
    names: ["route"],
    facts: factsOf("route(8)", { writesFiles: network }),
    closed: {
      source: "route(8)",
      options: "-nveFC46 --numeric --verbose --extend",
      dangers: [danger("takes another family's words", "-A=")],
      operands: { from: 1, reason: network }
    }
  },
  {
    names: ["nmcli"],
    facts: factsOf("nmcli(1)", { writesFiles: network }),
    closed: {
      source: "nmcli(1)",
      shortens: true,
      everywhere: true,
      options: `-tpv -f= -g= -m= -c= -w= -e= --terse --pretty --mode= --color= --fields= --get-values= --escape=
        --overview -o --version --wait=`,
      dangers: [
        danger("shows secrets, or asks for them", "-sa --show-secrets --ask"),
        danger("takes its words from elsewhere", "--complete-args")
      ],
      subcommands: {
        general: {
          shortens: true,
          subcommands: { "status permissions": {}, "hostname logging reload": { asks: network } }
        },
        networking: { shortens: true, subcommands: { connectivity: {}, "on off": { asks: network } } },
        radio: { shortens: true, subcommands: { "all wifi wwan": { operands: { from: 1, reason: network } } } },
        connection: {
          shortens: true,
          subcommands: {
            show: {},
            "up down add modify clone edit delete monitor reload load import export migrate": { asks: network }
          }
        },
        device: {
          shortens: true,
          subcommands: {
            "status show": {},
            wifi: {
              shortens: true,
              subcommands: { list: {}, "connect hotspot rescan show-password": { asks: network } }
            },
            "connect reapply modify disconnect delete monitor set lldp checkpoint up down": { asks: network }
          }
        },
        "agent monitor": { asks: network },
        help: {}
      }
    }
  },
  {
    names: ["socat"],
    facts: factsOf("socat(1)", {
      reachesNetwork: "opens connections and ports",
      startsPrograms: "starts programs for a connection",
      writesFiles: "writes files"
    }),
    closed: {
      source: "socat(1)",
      options: "-Vh -hh -hhh",
      operands: { from: 1, reason: "is an address, which can be a program, a file or a port" }
    }
  },
  {
    names: ["nmap"],
    facts: factsOf("nmap(1)", {
      reachesNetwork: "asks other machines",
      startsPrograms: "runs scripts",
      writesFiles: "writes reports"
    }),
    closed: {
      source: "nmap(1), of Nmap 7.93",
      style: "words",
      options: `-sn -sT -sS -sV -sP -Pn -n -R -p= -p* -F -r -v -vv -d -T0 -T1 -T2 -T3 -T4 -T5 -6 -O -V --open --reason
        --top-ports= --version --host-timeout= --max-retries= --min-rate= --max-rate= --packet-trace --iflist -h
        --exclude= --exclude-ports= --traceroute --system-dns`,
      dangers: [
        danger("runs scripts", "--script* -script* -sC -A --datadir= --servicedb= --versiondb="),
        danger(writes, "-oN* -oX* -oG* -oA* -oS* --resume= --append-output --stylesheet="),
        danger(
          "reads names from a file, or acts as another",
          "-iL= -iR= --excludefile= -D= -S= -e= -g= --source-port= --data* --proxies= --spoof-mac= -sI= -b="
        )
      ]
    }
  },
  {
    names: ["tshark", "tcpdump"],
    facts: factsOf("tshark(1), tcpdump(8)", {
      reachesNetwork: "watches the network",
      startsPrograms: "starts programs or scripts by options",
      writesFiles: "writes captures"
    }),
    closed: {
      source: "tshark(1), tcpdump(8)",
      options: "-AlnNqQtVxvDL -c= -r= -Y= -T= -e= -E= -j= -R= -2 -s= -S -K -# -z=",
      // In tcpdump, -z names a program, but no program has the name of one of tshark's statistics.
      value: (option, value) =>
        option !== "-z" ||
        /^(?:io,phs|io,stat,[\d.]+|(?:conv|endpoints),\w+|(?:http|dns|plen|ip_hosts),tree|expert)$/.test(value)
          ? undefined
          : "runs a script, or writes a file",
      dangers: [
        danger("runs a script", "-X="),
        danger(writes, "-w= -b= -W= -G= -C= --export-objects= --export-tls-session-keys= -U"),
        danger(starts, "--postrotate-command="),
        danger("watches the network", "-i= -I -p -f= --interface= -F= -o= -d= -H= -Z=")
      ]
    }
  },
  {
    names: ["lynx", "w3m", "links", "elinks"],
    facts: factsOf("lynx(1)", { reachesNetwork: "fetches", startsPrograms: "starts helpers" }),
    closed: {
      source: "lynx(1)",
      style: "words",
      options: `-dump -source -nolist -width=? -listonly -head -mime_header -connect_timeout=? -version -help -nocolor
        -noreferer -T= -cols=`,
      dangers: [
        danger(
          "reads orders or settings",
          `-cmd_script=? -cfg=? -lss=? -cmd_log=? -post_data -get_data -homepage=? -auth=? -crawl -traversal -editor=?
            -config=`
        )
      ]
    }
  },
  {
    names: ["nginx"],
    facts: factsOf("nginx(8)", { reachesNetwork: "serves others", startsPrograms: "loads modules" }),
    closed: {
      source: "nginx(8)",
      options: "-vVhqtT",
      dangers: [danger(settings, "-c= -p= -g= -e="), danger("acts on the running server", "-s=")]
    }
  },
  {
    names: ["netstat"],
    facts: { reachesNetwork: { reason: "may ask name servers for addresses", source: "netstat(8)" } },
    closed: {
      source: "netstat(8)",
      options: `-46acCeFgilMnNoprstuvVwWxZ -A= --all --continuous --extend --groups --interfaces --listening --masquerade --numeric
        --numeric-hosts --numeric-ports --numeric-users --programs --raw --route --statistics --tcp --timers --udp --unix
        --verbose --version --wide`
    }
  }
]
