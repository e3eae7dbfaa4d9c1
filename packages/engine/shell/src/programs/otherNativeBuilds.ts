import type { ClosedList } from "./ClosedList.ts"
import { isOutside } from "./outside.ts"
import { danger, type Program } from "./Program.ts"
import { installs, projectFacts, publishes } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const macros = "loads macros from a folder, which can start programs"
const writes = "writes a file"
const starts = "starts the project's orders or code"
const folder = (word: string) => (isOutside(word) ? elsewhere : undefined)
const running: ClosedList = { asks: starts }

/**
 * Programs that generate the orders of a build, or pack a project, and build tools of a few languages. Sources: the
 * manual of each.
 */
export const otherNativeBuilds: ReadonlyArray<Program> = [
  {
    names: ["cpack"],
    facts: projectFacts,
    closed: {
      source: "cpack(1), of CMake 3.25",
      style: "words",
      options:
        "-G= -C= -P= -R= -V --verbose --debug --trace --trace-expand --vendor= --list-presets -version --version -h -H -help --help*",
      dangers: [
        danger("reads other settings, or sets one", "--config= -D= -D* --preset="),
        danger("writes to another folder", "-B=")
      ]
    }
  },
  {
    names: ["autoconf"],
    facts: projectFacts,
    closed: {
      source: "autoconf(1), of Autoconf 2.71",
      options: "-hVvdf -W= -t= --debug --force --trace= --verbose --version --warnings=",
      dangers: [
        danger(writes, "-o= --output="),
        danger(macros, "-B= -I= --include= --prepend-include= -i --initialization")
      ]
    }
  },
  {
    names: ["automake"],
    facts: projectFacts,
    closed: {
      source: "automake --help, of Automake 1.16",
      options: `-acfiv -W= --add-missing --copy --force-missing --foreign --gnits --gnu --ignore-deps --include-deps
        --no-force --print-libdir --verbose --version --warnings=`,
      dangers: [danger(macros, "--libdir= --cygnus")]
    }
  },
  {
    names: ["autoreconf"],
    facts: projectFacts,
    closed: {
      source: "autoreconf(1), of Autoconf 2.71",
      options: "-hVvdfis -W= --debug --force --install --no-recursive --symlink --verbose --version --warnings=",
      dangers: [danger(macros, "-B= -I= --include= --prepend-include="), danger("starts make", "-m --make")],
      operand: folder
    }
  },
  {
    names: ["libtool"],
    facts: projectFacts,
    closed: {
      source: "libtool(1), of GNU Libtool 2.4",
      options: `-hnvW= --config --debug --dry-run --features --help-all --mode= --no-warnings --preserve-dup-deps --quiet
        --silent --tag= --verbose --version --warnings=`,
      value: (option, value) =>
        option === "--mode" && !/^(?:compile|link)$/.test(value)
          ? "starts, installs or deletes what is named"
          : undefined,
      rest: "command"
    }
  },
  {
    names: ["node-gyp"],
    facts: projectFacts,
    closed: {
      source: "node-gyp --help, of node-gyp 10",
      everywhere: true,
      skipsDashes: true,
      options: "-vdj= --jobs= --debug --release --verbose --silent --loglevel= --arch= --target= --version --ensure",
      dangers: [
        danger(elsewhere, "-C= --directory= --devdir= --nodedir="),
        danger("names a program that is started", "--python= --make= --msvs_version= --solution="),
        danger(
          "chooses where headers come from",
          "--dist-url= --disturl= --proxy= --noproxy= --cafile= --tarball= --thin="
        )
      ],
      subcommands: { "list ls help": {}, "build rebuild configure clean": running, "install remove": installs }
    }
  },
  {
    names: ["rebar3"],
    facts: projectFacts,
    closed: {
      source: "rebar3(1), and rebar3 help, of rebar3 3.19",
      options: "-hvV",
      subcommands: {
        "version help tree deps path report": { options: "-v --verbose --app= --base --bin --ebin --lib --priv --src" },
        plugins: { subcommands: { list: {}, upgrade: installs } },
        "compile eunit ct dialyzer xref proper cover edoc": {
          asks: starts,
          options: `-acvd= -m= -s= -u=? --all --app= --application= --case= --cover=? --dir= --deps_only --generators= --group=
            --module= --numtests= --profile --reset --retry --save_cert --readable= --suite= --test= --verbose=?
            --update-plt=? --succ-typings=? --statistics`,
          dangers: [
            danger(writes, "--logdir= -o= --outdir=? --export_dir="),
            danger(
              "reads other settings",
              "--sys_config= --config= --spec= --cover_spec= --setcookie= --sname= --name="
            )
          ]
        },
        "as do shell escriptize release relup tar new clean get-deps upgrade update unlock lock local local_install compile-all state alias":
          running,
        "hex publish": publishes
      }
    }
  },
  {
    names: ["gleam"],
    facts: projectFacts,
    closed: {
      source: "gleam help, of Gleam 1.4",
      options: "-hV --version",
      subcommands: {
        help: {},
        "check build test": {
          asks: starts,
          options: "-t= --target= --runtime= --warnings-as-errors --no-print-progress",
          dangers: [danger("passes permissions on", "--allow-*=?")]
        },
        format: { asks: "changes files", options: "--check --stdin" },
        deps: {
          subcommands: { "list tree": { options: "-p= -i= --package= --invert=" }, "download update": installs }
        },
        "add remove update new clean run shell fix export docs lsp": running,
        "publish hex": publishes
      }
    }
  }
]
