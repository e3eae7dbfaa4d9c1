import type { ClosedList } from "./ClosedList.ts"
import { ordersFromInput } from "./ordersFromInput.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const orders = "runs an order as it starts"
const settings = "reads orders or settings from a file"
const changes = "changes the machine"
const writes = "writes a file"

const vim: ClosedList = {
  source: "vim(1), of Vim 9",
  options: "-bdfgmMnNRvyZ -o=? -O=? -p=? -T= -h -H -L -x --noplugin --not-a-term --nofork --literal --version",
  dangers: [
    danger(orders, "-c= -S=? --cmd= -t= -q=? -s="),
    danger(settings, "-u= -U= -i= -r=? -P="),
    danger(writes, "-w= -W= -V=? --startuptime= --log="),
    danger(
      "speaks to another editor",
      "--remote --remote-* --server* --socketid= --listen= --embed --headless -D --clean -es -Es -l="
    )
  ],
  operand: (word) =>
    /^\+[^0-9]/.test(word) && word !== "+" ? orders : /^[a-z]+:\/\//.test(word) ? "is fetched, by a program" : undefined
}

/**
 * Programs with which a person works at a terminal, and programs that set up a machine. Sources: the manual page of
 * each.
 */
export const operators: ReadonlyArray<Program> = [
  {
    names: ["vi", "vim", "nvim", "view", "vimdiff", "gvim"],
    facts: factsOf("vim(1)", {
      startsPrograms: "starts programs from its command line and its settings",
      writesFiles: "writes files"
    }),
    closed: vim
  },
  {
    names: ["ed", "red", "ex"],
    facts: factsOf("ed(1)", { startsPrograms: "starts programs by its orders", writesFiles: "writes files" }),
    closed: {
      source: "ed(1), of GNU ed 1.19",
      options:
        "-EGhlrsvV -p= --extended-regexp --traditional --loose-exit-status --prompt= --quiet --silent --verbose --version",
      input: ordersFromInput("-h -V --help --version"),
      operand: (word) => (word.startsWith("!") ? "starts a program" : undefined)
    }
  },
  {
    names: ["pico"],
    facts: factsOf("nano(1), ed(1)", {
      startsPrograms: "starts programs from its command line and its settings",
      writesFiles: "writes files"
    }),
    dangers: [
      danger(
        orders,
        "-f --funcall -l --load --eval -eval --execute --script -batch --batch --insert -e -s* --speller*"
      ),
      danger(settings, "-q -Q --rcfile -f --config --init-directory -u -chdir --chdir")
    ]
  },
  {
    names: ["crontab"],
    facts: factsOf("crontab(1)", {
      startsPrograms: "has programs started later",
      writesFiles: "writes the table of a person"
    }),
    closed: {
      source: "crontab(1)",
      options: "-lV",
      dangers: [
        danger("changes what is started later", "-eri -T="),
        danger("works on another person's table", "-u= -n= -x= -s -c")
      ],
      operands: { from: 1, reason: "becomes the table of what is started" }
    }
  },
  {
    names: ["mount", "umount"],
    facts: factsOf("mount(8)", { writesFiles: "changes file systems", startsPrograms: "starts helpers" }),
    closed: {
      source: "mount(8)",
      options: "-lV --show-labels --version --verbose -v",
      dangers: [
        danger(
          changes,
          "-afFnrwBMRsit= -o= -L= -U= -T= -t= -O= -N= --all --bind --move --rbind --options= --types= --make-*"
        )
      ],
      operands: { from: 1, reason: changes }
    }
  },
  {
    names: ["losetup", "swapon", "swapoff"],
    facts: factsOf("losetup(8), swapon(8)", { writesFiles: "changes file systems" }),
    closed: {
      source: "losetup(8), swapon(8)",
      options: `-lJnsV --list --json --noheadings --show=? --summary --output= -O= --raw --bytes --version
        --output-all -j= --associated=`,
      dangers: [danger(changes, "-aDdcfrPev --all --detach --detach-all --find --set-capacity -o= -p= --discard=?")],
      operands: { from: 1, reason: changes }
    }
  },
  {
    names: ["mkfs", "fdisk", "parted", "mkswap"],
    facts: factsOf("mkfs(8), fdisk(8)", { writesFiles: "changes file systems", startsPrograms: "starts helpers" }),
    dangers: [danger(changes, "*")]
  },
  {
    names: ["mpv", "mplayer", "vlc"],
    facts: factsOf("mpv(1)", { startsPrograms: "runs scripts and helpers", reachesNetwork: "plays addresses" }),
    closed: {
      source: "mpv(1)",
      style: "words",
      options: `--no-video --no-audio --really-quiet --quiet --start=? --end=? --length=? --volume=? --loop=? --fs
        --mute=? --frames=? --version -h --list-options --speed=? --no-config`,
      dangers: [
        danger(
          "loads code or settings",
          `--script* --scripts* --include* --config* --input-* --profile* --lua* --ytdl* --load-scripts* --o*
            --record-file* --log-file* --dump* --stream-*`
        )
      ]
    }
  },
  {
    names: ["mysqladmin", "mariadb-admin"],
    facts: factsOf("mysqladmin(1)", { reachesNetwork: "reaches a database" }),
    closed: {
      source: "mysqladmin(1)",
      shortens: true,
      options: `-sv -u= -p=? -P= -c= -i= -r --user= --password=? --port= --count= --sleep= --relative --silent
        --verbose --version -V`,
      dangers: [
        danger(
          "reads settings, or reaches another server",
          "-h= --host= -S= --socket= --defaults-file= --defaults-extra-file= --plugin-dir= -f --force"
        )
      ],
      subcommands: {
        "status ping version variables processlist extended-status": {},
        "create drop flush-hosts flush-logs flush-status flush-tables flush-threads flush-privileges kill password old-password refresh reload shutdown start-slave stop-slave start-replica stop-replica debug":
          { asks: "changes the server" }
      }
    }
  },
  {
    names: ["clickhouse-client", "duckdb", "mongosh", "mongo"],
    facts: factsOf("the manual of each", {
      reachesNetwork: "reaches a database",
      writesFiles: "writes files by its orders"
    }),
    closed: {
      source: "the manual of each",
      style: "words",
      options: `--version --help -h -csv -json -table -markdown -line -list -readonly -header -noheader --quiet --norc
        --format= --multiline -box`,
      dangers: [
        danger(
          "reads orders or settings from a file",
          "--queries-file= --config-file= -C= -init= -f= --file= --eval= --shell"
        ),
        danger("is an order", "-c= -q= --query= -cmd= -s=")
      ],
      operands: { from: 2, reason: "is an order" },
      input: ordersFromInput("--queries-file -q --query -f --file -s --version --help -h"),
      operand: (word) => (/\.(?:js|mjs|sql)$|:\/\//.test(word) ? "holds orders, or names another server" : undefined)
    }
  }
]
