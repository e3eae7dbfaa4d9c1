import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const asks = factsOf("the manual page of each", { reachesNetwork: "asks other machines" })

const server = "asks another server"
const changes = "changes how names are resolved"
const settings = "reads other settings, or sets one"

const setting: ClosedList = { operands: { from: 2, reason: changes } }

const lists: ReadonlyArray<readonly [names: string, closed: ClosedList]> = [
  [
    "resolvectl",
    {
      source: "resolvectl(1), of systemd 252",
      everywhere: true,
      options: `-46hj -i= -p= -t= -c= --interface= --protocol= --type= --class= --service-address= --service-txt= --cname=
        --validate= --synthesize= --cache= --zone= --trust-anchor= --network= --search= --raw=? --legend= --json=
        --no-pager --version`,
      subcommands: {
        "query service openpgp tlsa status statistics show-cache show-server-state": {},
        "dns domain default-route llmnr mdns dnsovertls dnssec nta": setting,
        "revert flush-caches reset-statistics reset-server-features log-level": { asks: changes },
        monitor: { asks: "watches the queries of others" }
      }
    }
  ],
  [
    "avahi-resolve avahi-resolve-host-name avahi-resolve-address",
    { source: "avahi-resolve(1), of Avahi 0.8", options: "-nav64hV --name --address --verbose --version" }
  ],
  [
    "finger",
    {
      source: "finger(1)",
      options: "-slpm",
      operand: (word) => (word.includes("@") ? server : undefined)
    }
  ],
  [
    "whois",
    {
      source: "whois(1), of whois 5.5",
      options: `-HIabBcdGKlLmMrRx -p= -g= -i= -q= -s= -t= -T= -v= --port= --no-recursion --verbose --version`,
      dangers: [danger(server, "-h= --host=")]
    }
  ],
  [
    "ntpdate",
    {
      source: "ntpdate(8), of NTP 4.2",
      options: "-46dquv -p= -t= -o=",
      dangers: [danger("sets the clock", "-b -B -s"), danger(settings, "-a= -k= -e=")],
      operand: (_word, _before, given) => (given.has("-q") || given.has("-d") ? undefined : "sets the clock by it")
    }
  ],
  [
    "snmpwalk",
    {
      source: "snmpwalk(1), snmpcmd(1), of Net-SNMP 5.9",
      options: "-hHVd -v= -c= -l= -n= -u= -a= -A= -x= -X= -r= -t= -O= -C= -m= -P= -I= -L=",
      dangers: [danger(settings, "-M= -Y= -T= -D=?")],
      value: (option, value) => (option === "-L" && /f/i.test(value) ? "writes a file" : undefined)
    }
  ]
]

/** Programs that ask other machines for names, times and values. Sources: the manual page of each. */
export const nameQueries: ReadonlyArray<Program> = lists.map(([names, closed]) => ({
  names: names.split(" "),
  facts: asks,
  closed
}))
