import { strangePackage } from "./addresses.ts"
import { danger, type Program, type ProgramFacts } from "./Program.ts"

const facts = (source: string): ProgramFacts => ({
  startsPrograms: { reason: "starts the scripts of packages", source },
  writesFiles: { reason: "writes what it installs", source },
  reachesNetwork: { reason: "fetches packages", source }
})

const settings = "sets configuration, which can name programs to start"
const elsewhere = "works on another system's packages"
const installs = "installs, removes or fetches packages"

const aptOptions =
  "-aqV --all-versions --full --generate --names-only --no-all-versions --no-pager --quiet --version -n -f -i"
const aptDangers = [
  danger(settings, "-o=", "--option=", "-c=", "--config-file="),
  danger(elsewhere, "-p=", "--pkg-cache=", "-s=")
]

/** Package managers that report on what is installed, and install with other words. Sources: the manual of each. */
export const packageQueries: ReadonlyArray<Program> = [
  {
    names: ["pip", "pip3"],
    facts: {
      ...facts("the manual of pip"),
      folderDecides: { reason: "reads pyproject.toml", source: "the manual of pip" }
    },
    closed: {
      source: "pip help, and the help of each command, of pip 24",
      everywhere: true,
      options: `-hqvV --disable-pip-version-check --exists-action= --isolated --no-color --no-input --no-cache-dir --quiet
        --require-virtualenv --retries= --timeout= --verbose --version`,
      dangers: [
        danger("starts a program", "--python="),
        danger("writes a file", "--log=", "--cache-dir="),
        danger("chooses where packages come from, and what is trusted", "--proxy=", "--trusted-host=", "--cert="),
        danger(
          "chooses where packages come from, and what is trusted",
          "--client-cert=",
          "--use-feature=",
          "--keyring-provider="
        )
      ],
      subcommands: {
        list: {
          options:
            "-elou --editable --exclude= --exclude-editable --format= --include-editable --local --not-required --outdated --pre --uptodate --user",
          dangers: [
            danger("looks in another place", "--path="),
            danger(
              "chooses where packages come from",
              "-i=",
              "--index-url=",
              "--extra-index-url=",
              "-f=",
              "--find-links="
            ),
            danger("chooses where packages come from", "--no-index")
          ]
        },
        show: { options: "-f --files" },
        freeze: {
          options: "-l --all --exclude= --exclude-editable --local --user",
          dangers: [danger("looks in another place", "--path=", "-r=", "--requirement=")]
        },
        "check help inspect debug hash": {},
        "install uninstall download wheel index": {
          asks: installs,
          operand: strangePackage,
          value: (option, value) =>
            /^-(?:[rc]|-requirement|-constraint)$/.test(option) ? strangePackage(value) : undefined,
          options:
            "-U --upgrade --no-deps --dry-run --user --pre -y --yes --quiet -r= -c= --requirement= --constraint=",
          dangers: [
            danger(
              "chooses where packages come from",
              "-i=",
              "--index-url=",
              "--extra-index-url=",
              "-f=",
              "--find-links="
            ),
            danger("writes to another folder", "-t=", "--target=", "--prefix=", "--root=", "--src=", "-d=", "--dest=")
          ]
        },
        "cache config": { asks: "changes settings or what is kept" }
      }
    },
    synonyms: [
      ["-r", "--requirement"],
      ["-e", "--editable"],
      ["-i", "--index-url"],
      ["-t", "--target"]
    ]
  },
  {
    names: ["apt", "apt-get", "apt-cache"],
    facts: facts("apt(8), apt-get(8), apt-cache(8)"),
    closed: {
      source: "apt(8), apt-get(8), apt-cache(8)",
      everywhere: true,
      options: aptOptions,
      dangers: aptDangers,
      subcommands: {
        "list search show showsrc showpkg policy depends rdepends madison pkgnames stats unmet dump dotty": {
          options: `--installed --upgradable --manual-installed --important --installed --recurse --no-recommends --no-suggests
            --no-conflicts --no-breaks --no-replaces --no-enhances`
        },
        "update upgrade full-upgrade dist-upgrade dselect-upgrade": {
          asks: installs,
          options: "-y --yes --assume-yes"
        },
        "install reinstall remove purge autoremove satisfy build-dep": {
          asks: installs,
          operand: strangePackage,
          options: "-y --yes --no-install-recommends"
        },
        "source download changelog clean autoclean edit-sources": { asks: installs }
      }
    }
  },
  {
    names: ["dpkg"],
    facts: facts("dpkg(1), dpkg-query(1)"),
    closed: {
      source: "dpkg(1), dpkg-query(1)",
      options: `-lsLSpVC --list --status --listfiles --search --print-avail --get-selections --verify --audit --print-architecture
        --print-foreign-architectures --compare-versions --version --no-pager --assert-help --validate-version=`,
      dangers: [
        danger(
          "installs or removes packages",
          "-iArPBG",
          "--install",
          "--unpack",
          "--configure",
          "--remove",
          "--purge",
          "-aR"
        ),
        danger(
          "changes what is installed, or known",
          "--set-selections",
          "--clear-selections",
          "--update-avail",
          "--merge-avail"
        ),
        danger("changes what is installed, or known", "--clear-avail", "--add-architecture", "--remove-architecture"),
        danger("starts a program", "--pre-invoke=", "--post-invoke=", "--status-logger=", "--debug="),
        danger("writes to a file or a descriptor", "--log=", "--status-fd=", "--command-fd="),
        danger(elsewhere, "--admindir=", "--instdir=", "--root=", "--dbpath=")
      ]
    }
  },
  {
    names: ["dpkg-query"],
    closed: {
      source: "dpkg-query(1)",
      options:
        "-lsLSpWc -f= --list --status --listfiles --search --print-avail --show --showformat= --control-path --control-list --control-show --load-avail --no-pager --version",
      dangers: [danger(elsewhere, "--admindir=", "--root=")]
    }
  },
  {
    names: ["rpm", "rpmquery"],
    facts: facts("rpm(8)"),
    closed: {
      source: "rpm(8), of RPM 4.18",
      options: `-qailcdsRvV --query --all --list --info --configfiles --docfiles --state --requires --provides --changelog --scripts
        --triggers --conflicts --obsoletes --recommends --suggests --supplements --enhances --dump --last --file -f --whatprovides=
        --whatrequires= --whatconflicts= --group= --queryformat= --qf= --verify --nodeps --nodigest --nofiles --nosignature
        --quiet --verbose --version --licensefiles -L --artifactfiles --filesbypkg --fileclass --filecolor --checksig -K`,
      dangers: [
        danger("starts a program", "--pipe="),
        danger(
          "evaluates macros, which can start programs",
          "-E=",
          "--eval=",
          "-D=",
          "--define=",
          "--undefine=",
          "--macros="
        ),
        danger("evaluates macros, which can start programs", "--load=", "--predefine=", "--rcfile=", "--showrc"),
        danger(elsewhere, "-r=", "--root=", "--dbpath=", "--initdb", "--rebuilddb"),
        danger("reads a package, by its address or in a file", "-p", "--package"),
        danger(
          "installs or removes packages",
          "-e",
          "--erase",
          "--install",
          "-U",
          "--upgrade",
          "-F",
          "--freshen",
          "--reinstall"
        ),
        danger("changes keys, owners or modes", "--import", "--setperms", "--setugids", "--setcaps", "--restore")
      ],
      operand: (word, _before, given) => {
        if (/^[a-z]+:\/\//i.test(word)) return "is fetched"
        return ["-q", "--query", "-V", "--verify", "-K", "--checksig"].some((option) => given.has(option))
          ? undefined
          : "may be installed, where no option before it asks about it"
      }
    }
  }
]
