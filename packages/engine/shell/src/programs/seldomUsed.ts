import { fetched } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { isOutside, writtenTo } from "./outside.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const starts = "starts a program, or runs a script"
const settings = "reads settings from another file, which can name programs"
const writes = "writes a file"
const sends = "sends or fetches files"
const changes = "changes the system"
const acts: ClosedList = { asks: changes }
const orders = { from: 1, reason: "is an order that nobody knows" }

const of = (names: string, list: ClosedList): Program => ({
  names: names.split(/\s+/),
  facts: factsOf("the manual of each", { writesFiles: writes, startsPrograms: starts }),
  closed: { source: "the manual of each", ...list }
})

/** Returns programs of which any word may belong to another program. */
const wholly = (names: string, reason: string): Program => ({
  names: names.split(/\s+/),
  hasWordOptions: true,
  dangers: [danger(reason, "*")]
})

const nbconvert: ClosedList = {
  source: "jupyter nbconvert --help-all, of nbconvert 6",
  style: "words",
  options: `--to= --no-input --no-prompt --stdout --log-level= --debug -h --help-all --version --coalesce-streams --embed-images
    --clear-output --template= --theme= --output= -y --show-config --sanitize-html`,
  dangers: [
    danger(starts, "--execute", "--ExecutePreprocessor*", "--allow-errors", "--stdin"),
    danger("changes files", "--inplace"),
    danger(settings, "--config* --template-file* --TemplateExporter* --allow-chromium-download --*"),
    danger(writes, "--output-dir* --FilesWriter* --NbConvertApp*"),
    danger("serves what it makes", "--post* --ServePostProcessor* --reveal-prefix*")
  ],
  value: (option, value) =>
    option === "--to" && !/^[a-z_]+$/.test(value)
      ? "loads code"
      : /^--(?:template|output)$/.test(option) && /\//.test(value)
        ? "leads out of the folder"
        : undefined
}

/** Programs that are seldom allowed. Their lists hold the words that a manual describes as harmless. */
export const seldomUsed: ReadonlyArray<Program> = [
  wholly("aoss multitime setlock logsave genie grc openvt distcc", starts),
  wholly("codex claude gemini opencode aider goose", "starts an agent, or what it is told"),
  wholly("lwp-download lwp-request", sends),
  wholly("run-mailcap see edit print compose", starts),
  of("jupyter", {
    source: "jupyter --help, of Jupyter 5",
    style: "words",
    options: "--version --paths --config-dir --data-dir --runtime-dir --json -h --help",
    subcommands: {
      nbconvert,
      kernelspec: { subcommands: { list: { options: "--json" }, "install uninstall remove provision": acts } },
      "troubleshoot --version": {},
      "lab notebook server console qtconsole run execute trust migrate labextension nbextension serverextension nbclassic bundlerextension":
        { asks: starts }
    }
  }),
  of("jupyter-nbconvert", nbconvert),
  of("kustomize", {
    source: "kustomize help, of Kustomize 5",
    everywhere: true,
    options: "-h --stack-trace",
    subcommands: {
      build: {
        options: "--reorder= --as-current-user --enable-managedby-label --env= -e= -o= --output=",
        value: (option, value) => (/^-(?:o|-output)$/.test(option) ? writtenTo(value) : undefined),
        dangers: [
          danger(
            starts,
            `--enable-exec --enable-alpha-plugins --enable-star --enable-helm --helm-command= --helm-*
            --network --network-name= --mount=`
          ),
          danger("reads files of other folders", "--load-restrictor=")
        ],
        operand: (word) =>
          /^[\w.-]+\.[a-z]+[/:]|.\/\/|\.git\b|[?&](?:ref|version)=/i.test(word) ? "is fetched" : fetched(word)
      },
      "version help completion openapi": { options: "--short -o= --output=" },
      cfg: { subcommands: { "cat count grep tree": { options: "--annotate --include-local" } } },
      "edit create localize init set fn": { asks: "changes files, or starts programs" }
    }
  }),
  of("pip-compile pip-sync", {
    source: "pip-compile --help, of pip-tools 7",
    options: `-vqnUP= -r --verbose --quiet --dry-run --upgrade --upgrade-package= --generate-hashes --no-header --header --no-annotate
      --annotate --annotation-style= --strip-extras --no-strip-extras --allow-unsafe --no-allow-unsafe --resolver=
      --extra=
      --all-extras --all-build-deps --pre --rebuild --no-emit-* --emit-* --max-rounds= --newline= --color --no-color
      --version
      --no-reuse-hashes --reuse-hashes --unsafe-package= --output-file= -o= -a --ask --user --no-config
      --build-deps-for=`,
    dangers: [
      danger(starts, "--pip-args=", "--build-isolation", "--no-build-isolation", "--python-executable="),
      danger(settings, "--config=", "--cert=", "--client-cert=", "--cache-dir="),
      danger(
        "fetches from another place",
        "-i=",
        "--index-url=",
        "--extra-index-url=",
        "-f=",
        "--find-links=",
        "--trusted-host="
      )
    ],
    value: (option, value) =>
      /^-(?:o|-output-file)$/.test(option) && (isOutside(value) || !/\.txt$/.test(value)) ? writes : undefined
  }),
  of("rustdoc", {
    source: "rustdoc --help, of Rust 1.83",
    options: `-VvL= --crate-name= --crate-type= --edition= --document-private-items --document-hidden-items --cfg= --check-cfg=
      --target= --html-in-header= --html-before-content= --html-after-content= --markdown-no-toc --show-type-layout
      --color=
      --error-format= -W= -A= -D= -F= --warn= --allow= --deny= --forbid= --cap-lints= --version --verbose --check
      --default-theme= --no-run --show-coverage --out-dir= -o=`,
    dangers: [
      danger(
        starts,
        `--test --test-args= --runtool= --runtool-arg= --test-runtool= --test-runtool-arg=
        --test-builder= --test-run-directory= -C= -Z= --codegen= --extern= --persist-doctests=`
      ),
      danger(settings, "--sysroot= --theme= --extend-css= -e= @*"),
      danger(writes, "--output=")
    ],
    value: (option, value) => (/^-(?:o|-out-dir)$/.test(option) ? writtenTo(value) : undefined)
  }),
  of("cowsay cowthink", { options: "-bdgpstwynlh -e= -T= -W=", dangers: [danger("runs a script that draws", "-f=")] }),
  of("csvtool", {
    style: "words",
    options: "-t= -u= -z= -b -help",
    dangers: [danger(starts, "call"), danger(writes, "-o=")]
  }),
  of("dos2unix unix2dos mac2unix unix2mac", {
    style: "words",
    options: `-q -v -V -h -L -k -s -f -b -m -r -7 -iso -ascii -c= -i* --info=? --quiet --verbose --version --keepdate --safe --force
      --keep-bom --add-bom --remove-bom --convmode= -l --newline -u -ul -ub -S --skip-symlink -o --oldfile --license
      -ic`,
    dangers: [
      danger(writes, "-n --newfile"),
      danger("follows links", "-F --follow-symlink -R --replace-symlink --allow-chown")
    ],
    operand: (word) => (isOutside(word) ? "is outside of the folder, and is changed" : undefined)
  }),
  of("bpftrace", {
    source: "bpftrace(8), of bpftrace 0.17",
    style: "words",
    options: "-l -lv -v -d -dd --info --version -V -h -f= -B= --no-warnings -q",
    dangers: [
      danger(starts, "--unsafe -c="),
      danger(writes, "-o="),
      danger("is an order", "-e= -I= --include= -p= --usdt-file-activation -k -kk")
    ]
  }),
  of("timew", {
    source: "timew(1), of Timewarrior 1.4",
    style: "words",
    options: "--version --help :ids :day :week :month :year :all :lastweek :lastmonth :yesterday :quiet :debug",
    dangers: [danger(starts, "execute exec report rc:* rc.* :adjust :yes")],
    subcommands: {
      "summary day week month chart tags show get gaps diagnostics help extensions export": {},
      "start stop continue cancel track tag untag annotate": { asks: "records times" },
      "delete modify move resize shorten lengthen split join undo config fill import report": {
        asks: "changes what was recorded, or starts a program"
      }
    }
  }),
  of("taskwarrior", {
    style: "words",
    options: "--version",
    dangers: [danger(starts, "execute exec rc:* rc.*")],
    operands: orders
  }),
  of("puppet salt-call salt", {
    style: "words",
    options: "--version --help -h",
    subcommands: {
      "help facts --version": {},
      parser: { subcommands: { validate: {}, dump: {} } },
      "apply agent resource module lookup config cert ssl describe epp": { asks: "changes the machine, or loads code" }
    }
  }),
  of("ansible-test", {
    options: "-v --version --list-targets",
    subcommands: { "sanity units integration shell coverage env": { asks: starts } }
  }),
  of("gtester", {
    style: "words",
    options: "-v --verbose --help-all -l -m= -s=",
    dangers: [danger(starts, "-q -k"), danger(writes, "-o* -p=")]
  }),
  of("cobc", {
    source: "cobc(1), of GnuCOBOL 3.2",
    style: "words",
    options: `-V -version -v -free -F -fixed -std=? -W* -O -O0 -O2 -Os -g -debug -E -fsyntax-only -list-* -c -S -C
      -info -i -x -m -q`,
    dangers: [
      danger(starts, "-j* -Q* -A* -K* -conf*"),
      danger(writes, "-o* -T* -t* -P* -save-temps* -Xref*"),
      danger("loads code", "-l* -L* -I* -f* -b -D*")
    ]
  }),
  of("hashcat john", {
    style: "words",
    options: "--version --help --show -b --benchmark -I --list=?",
    dangers: [
      danger(writes, "-o* --outfile* --session* --potfile-path* --pot*"),
      danger(settings, "--config* --rules* --external* --dupe*")
    ],
    operands: orders
  }),
  of("tailscale ngrok cloudflared localtunnel lt", {
    everywhere: true,
    style: "words",
    options: "--version -v --help -h --json --peers --active",
    subcommands: {
      "status version ip netcheck help": {},
      "serve funnel http tcp tunnel up down set ssh start login logout file cert lock drive exit-node bugreport access service proxy-dns config api credits":
        { asks: "opens a way in from outside" }
    }
  }),
  of("wireshark", {
    options: "-vhD",
    dangers: [danger(writes, "-w= -a= -b="), danger(starts, "-X= -z= -i= -k -C= -o=")],
    operands: orders
  }),
  ...[
    `asterisk bee cdist clisp ecl abcl dhclient dhcpcd udhcpc dosbox easyrsa gimp jrunscript knife chef-client
      chef-solo chef-shell chef`,
    "minicom picocom cu perlbug plymouth procmail rsyslogd syslogd slsh sqlmap tmate volatility vol vol.py ydotool"
  ].map((names) => of(names, { style: "words", options: "--version --help -h", operands: { from: 1, reason: starts } }))
]
