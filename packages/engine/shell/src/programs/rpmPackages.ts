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

const dnf: ClosedList = {
  source: "dnf(8), of DNF 4.14",
  everywhere: true,
  options: `-46bCqvy -d= -e= -x= --advisory= --advisories= --allowerasing --assumeno --assumeyes --best --bugfix --bz=
    --cacheonly --color= --cve= --cves= --debuglevel= --disable-repo= --disablerepo= --enablerepo= --enhancement
    --exclude= --excludepkgs= --newpackage --nobest --noautoremove --nodocs --noplugins --quiet --refresh --releasever=
    --repo= --repoid= --sec-severity= --secseverity= --security --showduplicates --skip-broken --verbose --version`,
  dangers: [
    danger(settings, "-c= --config= --setopt= --enableplugin= --disableplugin="),
    danger(elsewhere, "--installroot= --forcearch="),
    danger(trusts, "--nogpgcheck --repofrompath= --disableexcludes= --disableexcludepkgs="),
    danger("writes to another folder", "--downloaddir= --destdir= --downloadonly --debugsolver --comment=")
  ],
  subcommands: {
    "list ls info search provides whatprovides repolist repoinfo repolist-all deplist check-update check-upgrade updateinfo check help version leaves":
      {
        options: `-a --all --available --duplicates --extras --installed --obsoletes --recent --upgrades --updates
          --autoremove --summary --list --info --enabled --disabled --with-cve --with-bz --dependencies`
      },
    "repoquery rq": {
      options: `-ails --all --arch= --archlist= --available --changelogs --conflicts --depends --deplist --duplicates
        --enhances --envra --exactdeps --alldeps --extras --file= -f= --info --installed --installonly --latest-limit= --list
        --location --nevra --nvr --obsoletes --provides --qf= --queryformat= --recent --recommends --recursive
        --requires --resolve --source --suggests --supplements --tree --unneeded --unsatisfied --upgrades
        --userinstalled --whatconflicts= --whatdepends= --whatenhances= --whatobsoletes= --whatprovides=
        --whatrecommends= --whatrequires= --whatsuggests= --whatsupplements= --srpm`
    },
    "history hist": { subcommands: { "list info userinstalled": {}, "redo replay rollback store undo": installing } },
    "group groups grp": {
      options: "-v --hidden --installed --available --ids",
      subcommands: { "list info summary": {}, "install remove upgrade mark": installing }
    },
    module: {
      options: "--all --enabled --disabled --installed",
      subcommands: { "list info provides": {}, "install remove update enable disable reset switch-to": installing }
    },
    "install in localinstall reinstall remove rm erase upgrade up update downgrade dg swap distro-sync dsync autoremove builddep build-dep group-install groupinstall makecache mc mark download clean shell config-manager copr system-upgrade upgrade-minimal offline-upgrade needs-restarting debuginfo-install versionlock alias":
      installing
  }
}

const zypper: ClosedList = {
  source: "zypper(8), of Zypper 1.14",
  everywhere: true,
  options: `-hVvqAtnxi -s= --color --no-color --no-abbrev --terse --table-style= --non-interactive --xmlout
    --ignore-unknown --quiet --verbose --version --no-refresh --no-cd --no-remote --disable-repositories
    --releasever=`,
  dangers: [
    danger(settings, "-c= --config= -D= --reposd-dir= --userdata="),
    danger(
      elsewhere,
      "-R= --root= --installroot= -C= --cache-dir= --raw-cache-dir= --solv-cache-dir= --pkg-cache-dir="
    ),
    danger(trusts, "--no-gpg-checks --gpg-auto-import-keys -p= --plus-repo= --plus-content=")
  ],
  subcommands: {
    "search se info if list-updates lu list-patches lp patch-check pchk packages pa patterns pt products pd repos lr services ls what-provides wp locks ll licenses patch-info pattern-info product-info versioncmp vcmp targetos tos system-architecture ps help ? needs-rebooting":
      {
        options: `-adeilmnopPrRsTuUwxE -t= -r= --all --alias --cve= --bugzilla= --category= --conflicts --details
          --exclude-installed --installed-only --match-exact --match-substrings --match-words --name --not-installed
          --not-installed-only --obsoletes --orphaned --priority --provides --recommends --refresh --repo= --requires
          --search-descriptions --sort-by-name --sort-by-repo --suggested --supplements --system --type= --unneeded
          --uri --url --updatestack-only --file-list --userinstalled`
      },
    "install in remove rm update up dist-upgrade dup patch refresh ref addrepo ar removerepo rr renamerepo nr modifyrepo mr addservice as removeservice rs modifyservice ms refresh-services refs source-install si verify ve download clean cc shell sh addlock al removelock rl cleanlocks cl purge-kernels install-new-recommends inr subcommand":
      {
        ...installing,
        options: "-yl --no-confirm --auto-agree-with-licenses --no-recommends --recommends --dry-run --details"
      }
  }
}

/** Package managers of systems with RPM packages. Sources: the manual of each. */
export const rpmPackages: ReadonlyArray<Program> = [
  { names: ["yum", "dnf"], facts, closed: dnf },
  { names: ["zypper"], facts, closed: zypper }
]
