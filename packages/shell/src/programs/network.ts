import { danger, type Program, type ProgramFacts } from "./Program.ts"

const reaches = (reason: string, source: string): ProgramFacts => ({ reachesNetwork: { reason, source } })
const writes = "writes a file"
const config = "reads options from a file"
const starts = "starts a program"

const sshOptions = [
  danger("sets an option, which can start a program or open a port", "-o"),
  danger(config, "-F"),
  danger("starts a program, or loads a library", "-I", "-S", "-D"),
  danger(writes, "-E"),
  danger("opens a port, or a way to one", "-L", "-R", "-W", "-w", "-J", "-A", "-X", "-Y")
]

/** Other programs whose work is the network. Sources: the manual page of each. */
export const network: ReadonlyArray<Program> = [
  {
    names: ["ssh", "autossh", "mosh", "slogin"],
    facts: {
      ...reaches("opens a shell on another machine", "ssh(1)"),
      startsPrograms: {
        reason: "starts programs on another machine, and here by ProxyCommand and LocalCommand",
        source: "ssh(1), ssh_config(5)"
      }
    },
    valued: "BbcDEeFIiJLlmOopQRSWw",
    dangers: sshOptions
  },
  {
    names: ["scp", "sftp", "rcp"],
    facts: {
      ...reaches("copies from and to other machines", "scp(1), sftp(1)"),
      writesFiles: { reason: "writes its last operand", source: "scp(1)" },
      startsPrograms: { reason: "starts ssh", source: "scp(1)" }
    },
    valued: "cDFiJloPRSXbBs",
    dangers: [...sshOptions, danger("reads orders from a file", "-b", "-s")]
  },
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
    names: ["openssl"],
    hasWordOptions: true,
    facts: {
      ...reaches("connects and listens by s_client and s_server", "openssl-s_client(1)"),
      writesFiles: { reason: "writes files by -out", source: "openssl(1)" },
      startsPrograms: { reason: "loads engines and providers", source: "openssl(1)" }
    },
    dangers: [
      danger(writes, "-out*", "-keyout*", "-writerand*", "-CAcreateserial"),
      danger("loads a library", "-engine*", "-provider*"),
      danger("reaches the network", "s_client", "s_server", "s_time", "ocsp"),
      danger(config, "-config*")
    ]
  },
  {
    names: ["ssh-keygen", "ssh-add", "ssh-agent", "ssh-copy-id", "gpg", "gpg2", "age", "pass"],
    facts: {
      writesFiles: { reason: "writes keys", source: "ssh-keygen(1), gpg(1)" },
      startsPrograms: { reason: "starts helpers and agents", source: "ssh-keygen(1), gpg(1), ssh-agent(1)" },
      reachesNetwork: { reason: "reaches key servers and other machines", source: "gpg(1), ssh-copy-id(1)" }
    },
    dangers: [danger("loads a library", "-D", "-s", "-w"), danger(writes, "-o", "--output", "-f")]
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
