import { shells } from "../shells.ts"
import { unreadLaunchers, wrappers } from "../wrappers.ts"
import { compose } from "./compose.ts"
import { docker } from "./docker.ts"
import { helm } from "./helm.ts"
import { kubectl } from "./kubectl.ts"
import { danger, type Program, type ProgramFacts } from "./Program.ts"

const starts = (reason: string, source: string): ProgramFacts => ({ startsPrograms: { reason, source } })

const elsewhere = [...wrappers.keys(), ...unreadLaunchers].filter(
  (name) => !shells.has(name) && !["exec", "builtin", "script", "direnv"].includes(name)
)

const containers: ProgramFacts = {
  ...starts("starts programs in containers, which can be given the whole machine", "docker(1), podman(1)"),
  writesFiles: { reason: "writes to files that containers are given", source: "docker-run(1)" },
  reachesNetwork: { reason: "fetches images", source: "docker-pull(1)" },
  folderDecides: {
    reason: "reads Dockerfile and compose.yaml of its folder",
    source: "docker-build(1), docker-compose(1)"
  }
}

const containerSynonyms = [
  ["-v", "--volume"],
  ["-e", "--env"],
  ["-H", "--host"]
]

const cluster: ProgramFacts = {
  ...starts("starts programs in a cluster, and plugins and helpers here", "kubectl(1)"),
  reachesNetwork: { reason: "acts on a cluster", source: "kubectl(1)" },
  writesFiles: { reason: "writes what it copies", source: "kubectl-cp(1)" }
}

const clusterSynonyms = [
  ["-f", "--filename"],
  ["-n", "--namespace"]
]

const opens: ProgramFacts = {
  ...starts("starts the program that is registered for its operand", "xdg-open(1)"),
  reachesNetwork: { reason: "opens addresses in a browser", source: "xdg-open(1)" }
}

/**
 * Programs that start other programs: here, as another user, in containers, in a cluster. Sources: the manual page of
 * each.
 */
export const starters: ReadonlyArray<Program> = [
  {
    names: elsewhere,
    facts: starts("starts the program that its words name", "the manual page of each"),
    closed: { source: "the manual page of each", rest: "anyone" }
  },
  {
    names: ["env"],
    facts: starts("starts the program that its words name", "env(1)"),
    valued: "CSu",
    dangers: [
      danger("splits a text into words, and starts what they name", "-S", "--split-string"),
      danger("works in another folder", "-C", "--chdir"),
      danger("forgets variables, PATH among them", "-i", "--ignore-environment", "-u", "--unset")
    ],
    inspect: (words) =>
      words
        .filter((word) =>
          /^(?:PATH|LD_[A-Z_]+|DYLD_[A-Z_]+|BASH_ENV|ENV|IFS|NODE_OPTIONS|PYTHON[A-Z]+|PERL5[A-Z]+|RUBYOPT|GIT_[A-Z_]+)=/.test(
            word
          )
        )
        .map((word) => ({ word, reason: "sets a variable that decides what is started" })),
    synonyms: [
      ["-i", "--ignore-environment"],
      ["-u", "--unset"],
      ["-S", "--split-string"],
      ["-C", "--chdir"]
    ]
  },
  {
    names: ["sudo", "doas", "su", "runas"],
    facts: starts("starts a program as another user", "sudo(8), doas(1), su(1)"),
    valued: "CDghpRrTtUuac",
    dangers: [
      danger("starts a shell or an editor", "-s", "--shell", "-i", "--login", "-e", "--edit", "-c", "--command", "-l"),
      danger("works in another folder or root", "-D", "--chdir", "-R", "--chroot"),
      danger("passes the environment on", "-E", "--preserve-env"),
      danger("reads another configuration", "-C")
    ],
    synonyms: [
      ["-u", "--user"],
      ["-i", "--login"],
      ["-s", "--shell"],
      ["-E", "--preserve-env"]
    ]
  },
  {
    names: ["xargs", "parallel", "watch"],
    facts: starts("starts the program that its words name", "xargs(1), parallel(1), watch(1)"),
    valued: "adEILnPs",
    dangers: [danger("starts a program", "*")],
    synonyms: [
      ["-0", "--null"],
      ["-n", "--max-args"],
      ["-P", "--max-procs"],
      ["-I", "--replace"]
    ]
  },
  {
    names: ["docker", "podman", "nerdctl"],
    facts: containers,
    closed: docker,
    synonyms: containerSynonyms
  },
  { names: ["docker-compose", "podman-compose"], facts: containers, closed: compose, synonyms: containerSynonyms },
  {
    names: ["lxc", "lxc-attach", "machinectl", "ctr", "distrobox", "toolbox"],
    facts: containers,
    valued: "aeflmpuvwHc",
    dangers: [
      danger("starts a program", "run", "exec", "build", "start", "create", "compose", "up", "attach"),
      danger("reads or writes files of the machine", "cp", "save", "load", "export", "import", "commit", "push")
    ],
    synonyms: containerSynonyms
  },
  { names: ["kubectl"], facts: cluster, closed: kubectl, synonyms: clusterSynonyms },
  { names: ["helm"], facts: cluster, closed: helm, synonyms: clusterSynonyms },
  {
    names: ["xdg-open", "open", "start", "sensible-browser", "x-www-browser"],
    facts: opens,
    closed: {
      source: "xdg-open(1), open(1) of macOS",
      style: "words",
      options: "--version --manual -h",
      dangers: [
        danger("chooses the program that is started, or passes words to it", "-a= -b= -e -t -f -F -n --args --env= -u=")
      ],
      operand: (word) =>
        /^[a-z][a-z0-9+.-]*:/i.test(word) && !/^(?:https?|file):/i.test(word)
          ? "is opened by a program of its own"
          : undefined
    }
  },
  { names: ["wl-copy", "xclip", "xdotool"], facts: opens },
  {
    names: ["gio"],
    facts: opens,
    closed: {
      source: "gio(1), of GLib 2.74",
      options: "--version",
      subcommands: {
        "cat info list tree help version monitor": {
          options: `-whlaurnditfmsc -p -L -A -H -a= -d= --query-writable --filesystem --attributes= --nofollow-symlinks
              --hidden --long --use-display-names --print-uris --follow-symlinks --silent`
        },
        mime: { operands: { from: 2, reason: "changes which program opens a kind of file" } },
        "copy mkdir move remove rename set trash save mount": { asks: "changes files" },
        "open launch": { asks: "starts the program that is registered for its operand" }
      }
    }
  },
  {
    names: ["notify-send"],
    facts: { ...starts("shows a message, which may hold actions", "notify-send(1)") },
    closed: {
      source: "notify-send(1), of libnotify 0.8",
      options: `-ewpv -u= -t= -a= -i= -c= -r= --urgency= --expire-time= --app-name= --icon= --category= --transient --wait
          --print-id --replace-id= --version`,
      dangers: [danger("sends further words to another program", "-h= --hint= -A= --action=")]
    }
  }
]
