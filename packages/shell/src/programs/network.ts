import { danger, type Program, type ProgramFacts } from "./Program.ts"

const reaches = (reason: string, source: string): ProgramFacts => ({ reachesNetwork: { reason, source } })
const writes = "writes a file"
const starts = "starts a program"

/** Other programs whose work is the network. Sources: the manual page of each. */
export const network: ReadonlyArray<Program> = [
  {
    names: ["nc", "ncat", "netcat", "socat", "telnet", "ftp", "lftp", "tftp"],
    facts: {
      ...reaches("opens connections and ports", "nc(1), socat(1), telnet(1), ftp(1)"),
      startsPrograms: { reason: "starts programs for a connection", source: "ncat(1), socat(1), ftp(1)" },
      writesFiles: { reason: "writes what it fetches", source: "socat(1), ftp(1)" }
    },
    dangers: [
      danger(starts, "-e", "-c", "--exec", "--sh-exec", "--lua-exec"),
      danger("opens a port", "-l", "--listen"),
      danger(writes, "-o", "--output", "-x")
    ]
  },
  {
    names: ["ping", "ping6", "fping", "hping3", "arping", "traceroute", "traceroute6", "tracepath", "mtr"],
    facts: reaches("sends packets, whose size, timing and address can carry data", "ping(8), traceroute(8), mtr(8)"),
    dangers: [danger("chooses what is sent", "-p", "--data", "--file")]
  },
  {
    names: ["nslookup", "dig", "host", "delv", "drill", "resolvectl", "getent", "avahi-resolve"],
    facts: reaches("asks name servers, by names that can carry data", "dig(1), nslookup(1), host(1), resolvectl(1)"),
    valued: "bcfkmpqtxyR",
    dangers: [danger("reads names from a file, and sends them", "-f"), danger("chooses the server that is asked", "@*")]
  },
  {
    names: [
      "whois",
      "finger",
      "nmap",
      "masscan",
      "tcpdump",
      "tshark",
      "dumpcap",
      "iperf",
      "iperf3",
      "ab",
      "wrk",
      "hey",
      "ntpdate",
      "snmpwalk"
    ],
    facts: {
      ...reaches("asks or watches other machines", "whois(1), nmap(1), tcpdump(8)"),
      startsPrograms: { reason: "starts programs or scripts by options", source: "nmap(1), tcpdump(8)" },
      writesFiles: { reason: "writes captures and reports by options", source: "nmap(1), tcpdump(8)" }
    },
    dangers: [danger(starts, "-z", "--script"), danger(writes, "-w", "-oN*", "-oX*", "-oG*", "-oA*")]
  },
  {
    names: [
      "gh",
      "glab",
      "hub",
      "aws",
      "gcloud",
      "az",
      "heroku",
      "flyctl",
      "vercel",
      "netlify",
      "rclone",
      "s3cmd",
      "doctl",
      "terraform",
      "tofu",
      "pulumi",
      "ansible",
      "ansible-playbook"
    ],
    facts: {
      ...reaches("acts on a remote service with stored credentials", "the manual of each"),
      startsPrograms: { reason: "starts extensions, plugins, pagers or scripts", source: "the manual of each" },
      writesFiles: { reason: "writes what it fetches, and its state", source: "the manual of each" },
      folderDecides: { reason: "reads the settings of the folder or the repository", source: "the manual of each" }
    }
  },
  {
    names: ["sendmail", "mail", "mailx", "mutt", "msmtp", "swaks"],
    facts: {
      ...reaches("sends mail", "sendmail(1), mailx(1p)"),
      startsPrograms: { reason: "starts programs by ! and ~!", source: "mailx(1p), mutt(1)" }
    }
  },
  {
    names: ["psql", "mysql", "mariadb", "sqlite3", "redis-cli", "mongosh", "duckdb"],
    facts: {
      ...reaches("reaches a database", "psql(1), mysql(1)"),
      startsPrograms: {
        reason: "starts programs by \\!, .shell or system",
        source: "psql(1), mysql(1), the manual of sqlite3"
      },
      writesFiles: {
        reason: "writes databases, and files by \\o and .output",
        source: "psql(1), the manual of sqlite3"
      }
    },
    dangers: [
      danger("runs orders", "-c", "--command", "-e", "--execute", "-f", "--file", "-cmd", "-init"),
      danger(writes, "-o", "--output", "-L", "--log-file", "--tee")
    ]
  }
]
