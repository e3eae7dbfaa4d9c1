import type { ClosedList } from "./ClosedList.ts"
import { danger, type Program } from "./Program.ts"
import { installs, projectFacts, publishes } from "./sharedFacts.ts"

const elsewhere = "works in another folder, whose orders then count"
const sources = "chooses where packages come from"
const settings = "sets configuration, which can name programs to start"
const starts = "starts the project's orders or code"
const starting: ClosedList = { asks: "starts a program", rest: "command" }
const running: ClosedList = { asks: starts }

const common = "-qvy --yes --quiet --verbose --version --color= --no-color"

/**
 * Package managers of languages, which report on packages, and install or build with other words. Sources: the manual
 * of each.
 */
export const otherPackages: ReadonlyArray<Program> = [
  {
    names: ["opam"],
    facts: projectFacts,
    closed: {
      source: "opam(1), of opam 2.1",
      everywhere: true,
      options: `${common} --cli= --debug --debug-level= --no-auto-upgrade --safe --short -s`,
      dangers: [
        danger(elsewhere, "--root= --switch= --working-dir -w"),
        danger(settings, "--use-internal-solver --solver= --best-effort --json= --confirm-level=")
      ],
      subcommands: {
        var: { operand: (word) => (word.includes("=") ? "sets a variable" : undefined) },
        "list ls show info search tree why lint help": {
          options: `-aAi -f= --all --all-versions --available --columns= --depends-on= --field= --fields= --installed
            --installed-roots --raw --required-by= --recursive --rec --resolve= --roots --pinned --separator= --sort
            --where --list-files --just-file --depopts --with-test --with-doc`
        },
        exec: { ...starting, options: "--set-root --set-switch --readonly" },
        switch: {
          subcommands: {
            "list show list-available": {},
            "create set remove install export import reinstall link set-base set-description invariant set-invariant":
              installs
          }
        },
        "repository repo remote pin": {
          options: "-a --all --normalise --short -s",
          subcommands: { list: {}, "add remove set-url set-repos priority edit scan": { asks: sources } }
        },
        "install remove uninstall update upgrade reinstall build init config env option source clean lock unpin admin depext":
          {
            ...installs,
            options:
              "-tdn -j= --deps-only --with-test --with-doc --with-dev-setup --dry-run --show-actions --assume-depexts --no-depexts --jobs= --locked --check"
          }
      }
    }
  },
  {
    names: ["nuget"],
    facts: projectFacts,
    closed: {
      source: "nuget help, of NuGet 6",
      style: "words",
      options: "-help -? -Verbosity= -NonInteractive -ForceEnglishOutput",
      subcommands: {
        "list search help": {
          options:
            "-AllVersions -PreRelease -Prerelease -Verbosity= -IncludeDelisted -Take= -NonInteractive -verbosity=",
          dangers: [danger(sources, "-Source= -ConfigFile=")]
        },
        locals: { options: "-list", dangers: [danger("deletes files", "-clear")] },
        "restore install update": {
          ...installs,
          options: "-Verbosity= -NonInteractive -NoCache -Recursive -LockedMode -Version= -Prerelease -PreRelease",
          dangers: [
            danger(sources, "-Source= -ConfigFile= -FallbackSource="),
            danger("starts a program", "-MSBuildPath= -MSBuildVersion="),
            danger("writes to another folder", "-OutputDirectory= -PackagesDirectory= -SolutionDirectory=")
          ]
        },
        "sources config": installs,
        "push delete add setapikey sign trusted-signers client-certs pack spec init verify mirror": publishes
      }
    }
  },
  {
    names: ["luarocks"],
    facts: projectFacts,
    closed: {
      source: "luarocks(1), of LuaRocks 3.8",
      everywhere: true,
      options: "--version --dev --local --global --lua-version= --verbose --timeout= --no-project",
      dangers: [
        danger(sources, "--server= --from= --only-server= --only-from= --only-sources= --namespace="),
        danger(elsewhere, "--tree= --to= --lua-dir= --project-tree="),
        danger("skips checks", "--force --force-fast --no-manifest")
      ],
      subcommands: {
        "list search show which lint help path": {
          options: `--outdated --porcelain --source --binary --all --home --modules --deps --rock-tree --rockspec --mversion
            --bin --append --no-bin --lr-path --lr-cpath --lr-bin`
        },
        test: running,
        "install build make remove purge upload download unpack pack new_version write_rockspec init config admin doc":
          installs
      }
    }
  },
  {
    names: ["cpan"],
    facts: projectFacts,
    closed: {
      source: "cpan(1), of Perl 5.36",
      options: "-hvVlOADCLx --version",
      dangers: [danger("installs packages, whose code runs", "-iufFtTMaIgGcmpPrRwXjJsU")],
      operand: (_word, _before, given) =>
        ["-A", "-D", "-C", "-L", "-x"].some((name) => given.has(name)) ? undefined : "is installed"
    }
  },
  {
    names: ["easy_install"],
    facts: projectFacts,
    closed: {
      source: "easy_install --help, of setuptools 65",
      options: "-hqv --version",
      operands: { from: 1, reason: "is installed" }
    }
  },
  {
    names: ["cpanm"],
    facts: projectFacts,
    closed: {
      source: "cpanm(1), of App::cpanminus 1.7",
      options: `-hVqvn --version --info --quiet --verbose --notest --test-only --with-recommends --with-suggests
        --with-develop --showdeps --scandeps --format= --skip-installed --skip-satisfied --verify`,
      dangers: [
        danger(
          "installs packages, whose code runs",
          "-iUS --install --installdeps --uninstall --self-upgrade --sudo --look"
        ),
        danger(sources, "--mirror= --mirror-only --mirror-index= -M= --from= --cpanmetadb= --metacpan --cpanfile="),
        danger("writes to another folder", "-l= --local-lib= -L= --local-lib-contained= --save-dists="),
        danger("skips checks", "-f --force --reinstall"),
        danger("passes words on", "--configure-args= --build-args= --test-args= --install-args=")
      ],
      operand: (_word, _before, given) => (given.has("--info") ? undefined : "is installed")
    }
  },
  {
    names: ["vcpkg"],
    facts: projectFacts,
    closed: {
      source: "vcpkg help, of vcpkg 2024",
      everywhere: true,
      options: "--triplet= --host-triplet= --debug --x-json --classic --help",
      dangers: [
        danger(elsewhere, "--vcpkg-root= --x-manifest-root= --x-install-root= --downloads-root= --x-*=?"),
        danger(sources, "--overlay-ports= --overlay-triplets= --binarysource= --feature-flags=")
      ],
      subcommands: {
        "list search help version depend-info owns hash format-manifest": {
          options: "--x-full-desc --format= --max-recurse="
        },
        "install remove update upgrade export integrate new edit create env ci fetch add bootstrap-standalone activate use acquire":
          installs
      }
    }
  },
  {
    names: ["conan"],
    facts: projectFacts,
    closed: {
      source: "conan --help, of Conan 2",
      style: "words",
      options: "-v --version",
      subcommands: {
        "list search version": {
          options: "-f= -r= -p= -fs= -v=? --format= --remote= --cache --only-recipe --package-query=",
          dangers: [danger("writes a file", "--out-file=")]
        },
        profile: { subcommands: { "list show path": { options: "-f= --format=" }, detect: installs } },
        remote: {
          subcommands: {
            list: {},
            "add remove update login logout rename enable disable auth set-user": { asks: sources }
          }
        },
        config: { subcommands: { "home list": {}, "install install-pkg show clean": { asks: settings } } },
        "inspect graph": { ...running, options: "-f= --format= -r= --remote=" },
        "install build create test source export export-pkg upload download remove new editable cache lock report audit require workspace":
          {
            ...installs,
            options:
              "-s= -o= -b=? --build= -f= --format= -u --update --name= --version= --user= --channel= --settings= --options= --dry-run",
            dangers: [
              danger(
                settings,
                "-c= -c:*=? --conf= --conf:*=? -pr= -pr:*=? --profile= --profile:*=? -l= --lockfile=? -of= --output-folder= -r= --remote="
              )
            ]
          }
      }
    }
  },
  {
    names: ["pod"],
    facts: projectFacts,
    closed: {
      source: "pod --help, of CocoaPods 1.15",
      everywhere: true,
      options: "--version --verbose --silent --no-ansi --ansi --allow-root",
      dangers: [danger(elsewhere, "--project-directory="), danger(sources, "--sources=")],
      subcommands: {
        "list search outdated env help": {
          options: "--simple --web --stats --no-pager --no-repo-update --ignore-prerelease"
        },
        spec: {
          subcommands: { "which cat": { options: "--regex --show-all --version=" }, "lint create edit": running }
        },
        repo: { subcommands: { list: { options: "--count-only" }, "add update remove lint push add-cdn": installs } },
        "install update": {
          ...installs,
          options: "--repo-update --no-repo-update --deployment --clean-install --exclude-pods="
        },
        "init deintegrate cache setup try lib trunk plugins package": installs
      }
    }
  }
]
