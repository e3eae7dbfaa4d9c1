import { strangePackage } from "./addresses.ts"
import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const facts = factsOf("the manual of each", {
  startsPrograms: "starts the scripts of packages",
  writesFiles: "writes what it installs",
  reachesNetwork: "fetches packages"
})

const settings = "sets configuration, which can name programs to start"
const elsewhere = "works on another system's packages"
const trusts = "takes packages from elsewhere, or without asking who made them"
const installs = "installs, removes or fetches packages"
const installing: ClosedList = { asks: installs, options: "-y --yes", operand: strangePackage }

const pacman: ClosedList = {
  source: "pacman(8), of pacman 6",
  options: `-QSFTVhvcdegiklmnopqstux --query --files --deptest --version --verbose --debug --color= --changelog --deps
    --explicit --foreign --native --groups --info --check --list --owns --file --quiet --search --unrequired
    --upgrades --regex --machinereadable --needed --asdeps --asexplicit --noconfirm --confirm --noprogressbar`,
  dangers: [
    danger(installs, "-DRUwy --database --remove --sync --upgrade --downloadonly --refresh --sysupgrade --clean"),
    danger(settings, "--config= --hookdir= --cachedir= --logfile= --gpgdir= --arch="),
    danger(elsewhere, "-b= --dbpath= -r= --root= --sysroot=")
  ]
}

/**
 * Package managers of operating systems, which report on what is installed, and install with other words. Sources: the
 * manual of each.
 */
export const systemPackages: ReadonlyArray<Program> = [
  {
    names: ["aptitude"],
    facts,
    closed: {
      source: "aptitude-curses(8), of aptitude 0.8",
      everywhere: true,
      options: `-DqsvVyf -F= -O= -t= -w= --disable-columns --display-format= --group-by= --show-package-names=
        --show-deps --show-summary=? --show-versions --show-why --simulate --sort= --target-release= --verbose
        --version --width= --no-show-summary --assume-yes`,
      dangers: [danger(settings, "-o= -S= --log-file= --log-level= --add-user-tag= --new-gui")],
      subcommands: {
        "search show showsrc versions why why-not moo help": {},
        "update upgrade safe-upgrade full-upgrade install remove purge reinstall build-dep markauto unmarkauto hold unhold keep keep-all forbid-version clean autoclean download source changelog forget-new add-user-tag remove-user-tag extract-cache-subset":
          installing
      }
    }
  },
  { names: ["pacman"], facts, closed: pacman },
  {
    // Other letters, in the same word or in others, decide what `-S` does.
    names: ["pacman"],
    inspect: (words) => {
      const given = words.filter((word) => /^-[A-Za-z]+$/.test(word))
      const isQuery = /[gils]/.test(given.join("")) && !/[cpu]/.test(given.join(""))
      return isQuery ? [] : given.filter((word) => word.includes("S")).map((word) => ({ word, reason: installs }))
    }
  },
  {
    names: ["apk"],
    facts,
    closed: {
      source: "apk --help, of apk-tools 2.14",
      everywhere: true,
      options: "-hqvV --quiet --verbose --version --no-network --no-progress --print-arch",
      dangers: [
        danger(elsewhere, "-p= --root= --arch= --cache-dir="),
        danger(
          trusts,
          "-X= --repository= --repositories-file= --allow-untrusted --keys-dir= -U --update-cache --force*"
        )
      ],
      subcommands: {
        "info search list policy stats version dot manifest": {
          options: `-adeilLoOPrRstuwWx --all --available --depends --description --contents --exact --has-description
            --install-if --installed --license --limit= --orphaned --origin --provides --rdepends --replaces --rinstall-if
            --size --triggers --upgradable --upgradeable --webpage --who-owns --test --check`
        },
        "add del fix update upgrade cache fetch audit verify index mkndx mkpkg adbdump convndx extract": {
          ...installing,
          options: "-lu -t= --no-cache --virtual= --latest --upgrade --purge --simulate --available --no-interactive"
        }
      }
    }
  },
  {
    names: ["port"],
    facts,
    closed: {
      source: "port(1), of MacPorts 2.9",
      options: "-vdqNn --version",
      dangers: [danger(elsewhere, "-D=")],
      subcommands: {
        "list search installed outdated info deps rdeps contents variants echo provides dependents rdependents version notes cat file dir platform help location logfile space distfiles select":
          {
            options: `--name --names-only --exact --glob --regex --case-sensitive --line --description --version
              --variants --depends --homepage --maintainer --category --categories --long_description --full --index
              --size --list --summary --show`,
            dangers: [danger(installs, "--set")]
          },
        "install uninstall upgrade selfupdate sync activate deactivate clean fetch extract patch configure build destroot test lint livecheck load unload reload setrequested unsetrequested reclaim mirror bump edit upgrade dmg pkg mpkg migrate restore snapshot":
          installing
      }
    }
  },
  {
    names: ["snap"],
    facts,
    closed: {
      source: "snap(8), of snapd 2.57",
      options: "--version",
      subcommands: {
        "list info find search version changes tasks change connections interfaces services model known warnings whoami aliases help saved components validate":
          {
            options:
              "-v --all --abs-time --color= --unicode= --verbose --section=? --narrow --last=? --attrs --serial --id="
          },
        logs: { options: "-f -n= --abs-time" },
        "install remove refresh revert enable disable run start stop restart connect disconnect set unset get alias unalias prefer try pack download login logout buy create-cohort switch save restore forget import-snapshot export-snapshot abort watch wait okay prepare-image reboot ack sign keys create-key export-key delete-key debug routine recovery remodel":
          { asks: "changes, starts or fetches what is installed", operand: strangePackage }
      }
    }
  },
  {
    names: ["flatpak"],
    facts,
    closed: {
      source: "flatpak(1), of Flatpak 1.14",
      options: "-v --verbose --version --default-arch --supported-arches --gl-drivers --installations",
      subcommands: {
        "list info search remotes remote-ls remote-info history ps documents permissions permission-list permission-show":
          {
            options: `-adimMorsl --all --app --app-runtime= --arch= --columns= --installation= --runtime --show-commit
              --show-details -u --user --system --updates --show-disabled --show-location --show-metadata
              --show-origin --show-permissions --show-ref --show-runtime --show-sdk --show-size --file-access= --log
              --since= --until= --reverse --cached --show-extensions -e`
          },
        "install update upgrade uninstall remove": {
          asks: "changes, starts or fetches what is installed",
          operand: strangePackage,
          options:
            "-uy --assumeyes --noninteractive --user --system --or-update --reinstall --app --runtime --unused --no-related"
        },
        "mask pin config repair create-usb run override make-current enter kill document-export document-unexport document-info permission-remove permission-set permission-reset remote-add remote-modify remote-delete build-init build build-finish build-export build-bundle build-import-bundle build-sign build-update-repo build-commit-from repo spawn":
          { asks: "changes, starts or fetches what is installed" }
      }
    }
  },
  {
    names: ["emerge"],
    facts,
    closed: {
      source: "emerge(1), of Portage 3",
      options: `-pvsSVhdDuUNtqeoOn1 --pretend --verbose=? --search --searchdesc --version --info --list-sets --deep=?
        --update --newuse --changed-use --tree --quiet=? --emptytree --onlydeps --nodeps --noreplace --oneshot
        --columns --color= --with-bdeps= --ignore-default-opts`,
      dangers: [
        danger(installs, "-acCPrwfFbBgGkKj=? --ask=? --depclean --unmerge --prune --sync --resume --regen --metadata"),
        danger(installs, "--config --deselect=? --fetchonly --fetch-all-uri --clean --check-news --rage-clean --moo"),
        danger(elsewhere, "--root= --sysroot= --prefix= --config-root= --rebuilt-binaries=?")
      ],
      operand: (_word, _before, given) =>
        ["-p", "--pretend", "-s", "--search", "-S", "--searchdesc", "--info"].some((name) => given.has(name))
          ? undefined
          : "is installed"
    }
  },
  {
    names: ["xbps-install"],
    facts,
    closed: {
      source: "xbps-install(1), of XBPS 0.59",
      options: "-hnvVdM --dry-run --verbose --version --debug --memory-sync",
      dangers: [
        danger(installs, "-ADfISuUyi --update --sync --force --yes --download-only --unpack-only --automatic"),
        danger(elsewhere, "-C= --config= -c= --cachedir= -r= --rootdir= -R= --repository= --ignore-conf-repos")
      ],
      operand: (_word, _before, given) => (given.has("-n") || given.has("--dry-run") ? undefined : "is installed")
    }
  },
  {
    names: ["pkg"],
    facts,
    closed: {
      source: "pkg(8), of FreeBSD 14; pkg help, of Termux",
      options: "-vN46l --version --list",
      dangers: [
        danger(settings, "-o= --option= -C= --config= -R= --repo-conf-dir="),
        danger(elsewhere, "-j= -c= -r= --rootdir=")
      ],
      subcommands: {
        "info search which version stats query rquery leaf help updating repos list-all list-installed show files": {
          options: `-adDefgilkoOpqrRsvVxX46CIPStbB --all --comment --description --full --glob --regex --origin --size --quiet`,
          dangers: [danger(elsewhere, "-F= --file=")]
        },
        "install add delete remove uninstall reinstall upgrade update autoremove clean autoclean create fetch set register lock unlock shell ssh backup triggers bootstrap annotate alias config check audit repo convert shlib":
          installing
      }
    }
  },
  {
    names: ["brew"],
    facts: facts,
    closed: {
      source: "brew(1), of Homebrew 4",
      options: "-vdq --version --verbose --debug --quiet --prefix --cellar --cache --repository",
      subcommands: {
        [`list ls info search desc outdated deps uses leaves home config doctor cat log tap-info commands formulae
          casks options missing help --version`]: {
          options: `-1lrtv --formula --cask --versions --json=? --installed --all --tree --include-build --full-name
            --greedy -s --eval-all --pinned`
        },
        "install reinstall uninstall remove rm upgrade update link unlink pin unpin tap untap services bundle cleanup autoremove fetch edit create extract sh ruby irb gist-logs postinstall switch developer test audit style analytics shellenv migrate setup-ruby vendor-install":
          {
            asks: "changes what is installed, published or kept",
            operand: (word) =>
              /^[^./][^/]*\/[^/]+\//.test(word)
                ? "is fetched from the repository of somebody else"
                : strangePackage(word)
          }
      }
    }
  }
]
