import { danger, factsOf, type Program } from "./Program.ts"

const asks = factsOf("the manual of each", {
  reachesNetwork: "asks other machines, by names and packets that can carry data"
})
const names = "reads the names of machines from a file, and sends them"
const server = "chooses the server that is asked"
const writes = "writes a file"
const starts = "starts a program"

/** Programs that show processes, devices and other machines. Sources: the manual page of each. */
export const machine: ReadonlyArray<Program> = [
  {
    names: ["ps"],
    closed: {
      source: "ps(1), of procps 4.0",
      options: `-AadeNfFHjlLmMPTTVwWyZch0123456789 -C= -G= -g= -n= -O= -o= -p= -q= -s= -t= -U= -u= --cols= --columns=
        --context --cumulative --deselect --forest --format= --Group= --group= --headers --info --lines= --no-headers
        --pid= --ppid= --quick-pid= --rows= --sid= --sort= --tty= --User= --user= --version --width=`,
      value: (option, value) =>
        /^-(?:o|O|-format)$/.test(option) && /\b(?:environ|env)\b/.test(value)
          ? "shows the environment of programs"
          : undefined,
      // The letters of BSD stand without a dash. The letter e shows the environment.
      operand: (word) => (/^(?=[A-Za-z]*$).*e/.test(word) ? "shows the environment of programs" : undefined)
    }
  },
  {
    names: ["pgrep"],
    closed: {
      source: "pgrep(1), of procps 4.0",
      options: `-acfilnovVwx -d= -G= -g= -O= -P= -r= -s= -t= -u= -U= -A --list-full --count --delimiter= --full
        --group= --ignore-case --inverse --list-name --newest --ns= --nslist= --oldest --older= --parent= --pgroup=
        --runstates= --session= --terminal= --euid= --uid= --exact --lightweight --version --ignore-ancestors`,
      dangers: [
        danger("reads a further file", "-F= --pidfile= -L --logpidfile"),
        danger("sends signals", "--signal= -q= --queue=")
      ]
    }
  },
  {
    names: ["top", "htop"],
    closed: {
      source: "top(1), of procps 4.0",
      options: "-bcHiSsev1 -d= -n= -o= -p= -u= -U= -w=? -E= -e= --version",
      dangers: [danger("takes orders from a person", "-W")]
    }
  },
  {
    names: ["lsof"],
    facts: factsOf("lsof(8)", { reachesNetwork: "may ask name servers for addresses" }),
    closed: {
      source: "lsof(8), of lsof 4.95",
      options: "-abChHlnNoOPRtUVvwX -c= -d= -F=? -g=? -i=? -L=? -p= -r=? -s=? -S=? -T=? -u= -x=? -E",
      dangers: [danger("writes a file of devices, or reads one", "-D= -k= -m=")]
    }
  },
  {
    names: ["ping", "ping6"],
    facts: asks,
    closed: {
      source: "ping(8), of iputils",
      options: "-46aABbdDfLnOqrRUvV3 -c= -F= -h -i= -I= -l= -m= -M= -N= -Q= -s= -S= -t= -T= -w= -W= -e= -C -H",
      dangers: [danger("chooses what is sent", "-p=")]
    }
  },
  {
    names: ["traceroute", "traceroute6", "tracepath", "mtr", "fping", "arping"],
    facts: asks,
    closed: {
      source: "traceroute(1), tracepath(8), mtr(8)",
      options: `-46bdeInrTUv -l= -m= -N= -p= -q= -w= -z= -c= -i= -s= --report --report-cycles= --no-dns --ipinfo
        --json --csv --raw --tcp --udp --version --show-ips`,
      dangers: [
        danger(names, "-F= --filename= -f="),
        danger("chooses what is sent", "--data= --sport= --port= -g= --gateway= --mtu")
      ]
    }
  },
  {
    names: ["dig", "drill", "delv"],
    facts: asks,
    closed: {
      source: "dig(1), of BIND 9.18",
      options: "-46hmriuvx -c= -p= -q= -t= -x=",
      dangers: [danger(names, "-f="), danger("uses a key", "-k= -y="), danger("sends from another address", "-b=")],
      operand: (word) => (word.startsWith("@") ? server : undefined)
    }
  },
  {
    names: ["host"],
    facts: asks,
    closed: {
      source: "host(1), of BIND 9.18",
      options: "-46aACdilrsTUvVw -c= -m= -N= -p= -R= -t= -W=",
      operands: { from: 2, reason: server }
    }
  },
  {
    names: ["nslookup"],
    facts: asks,
    closed: {
      source: "nslookup(1), of BIND 9.18",
      style: "words",
      options: "-type=? -query=? -q=? -class=? -debug -nodebug -vc -novc -timeout=? -retry=? -port=? -version",
      operands: { from: 2, reason: server }
    }
  },
  {
    names: ["getent"],
    facts: asks,
    closed: {
      source: "getent(1)",
      options: "-Ai -s= --no-addrconfig --no-idn --service= --version",
      operand: (word, before) =>
        before.length === 0 && word === "shadow" ? "shows what is kept of passwords" : undefined
    }
  },
  {
    names: ["nc", "ncat", "netcat", "telnet"],
    facts: factsOf("nc(1), ncat(1), telnet(1)", {
      reachesNetwork: "opens connections and ports",
      startsPrograms: "starts programs for a connection"
    }),
    closed: {
      source: "nc(1), of OpenBSD netcat; ncat(1)",
      options: `-46CdhNnrtuUvz -i= -q= -w= -W= -O= -I= -T= -V= -M= -m= --version --wait= --ssl --udp --verbose --nodns
        --telnet --crlf`,
      dangers: [
        danger(starts, "-e= -c= --exec= --sh-exec= --lua-exec="),
        danger("opens a port", "-l -k -L --listen --keep-open --broker --chat"),
        danger(writes, "-o= --output= -x= --hex-dump= --append-output"),
        danger(
          "connects in another way than the address says",
          "-X= -P= -s= -p= -F -D -b -S -Z= --proxy= --proxy-type= --source="
        )
      ]
    }
  },
  {
    names: ["kill", "pkill", "killall", "skill", "renice"],
    facts: factsOf("kill(1), pkill(1), killall(1)", { startsPrograms: "stops or signals other programs" }),
    closed: {
      source: "kill(1), pkill(1), killall(1)",
      style: "words",
      options: `-l -L -s= -n= -p= -HUP -INT -QUIT -TERM -USR1 -USR2 -CONT -WINCH -0 -1 -2 -3 -15 -10 -12 -SIGTERM
        -SIGINT -SIGHUP -SIGUSR1 -SIGUSR2 -TERM -f -x -n -o -i -e -c -v -I -q -w --list --table --signal= --exact
        --full --newest --oldest --ignore-case --echo --count --verbose --wait --version`,
      dangers: [
        danger("stops programs that cannot clean up", "-9 -KILL -SIGKILL -19 -STOP -SIGSTOP"),
        danger(
          "stops all programs of somebody",
          "-u= -U= -g= -G= -P= -t= --user= --euid= --uid= --terminal= --session= -u --pgroup= -y="
        ),
        danger("reads a further file", "-F= --pidfile=")
      ],
      operand: (word) => (/^-(?:\d+|$)|^[01]$/.test(word) ? "stops more than one program" : undefined)
    }
  },
  {
    names: ["fuser"],
    facts: factsOf("fuser(1)", { startsPrograms: "stops or signals other programs" }),
    closed: {
      source: "fuser(1)",
      options: `-aIlMmsuvV46 -n= --all --inode --list-signals --ismountpoint --mount --namespace= --silent --user
        --verbose --version`,
      dangers: [danger("stops programs", "-k -i -w --kill --interactive --writeonly")]
    }
  },
  {
    names: ["printenv"],
    facts: factsOf("printenv(1)", { startsPrograms: "shows the environment, secrets among it" }),
    closed: { source: "printenv(1)", options: "-0 --null --version" }
  },
  {
    names: ["stty", "tput", "reset", "clear", "setterm"],
    closed: {
      source: "stty(1), tput(1), clear(1)",
      options: "-agVx -T= --all --save --version",
      dangers: [danger("changes another terminal, or reads words from its input", "-F= --file= -S")]
    }
  }
]
