import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const elsewhere = "chooses which cluster it acts on, or starts a helper"
const starts = "starts a program"
const machines: ClosedList = { asks: "starts, changes or deletes machines" }
const files: ClosedList = { asks: "reads or writes files of the machine" }
const facts = factsOf("the manual of each", {
  startsPrograms: "starts programs in a cluster or a machine, and plugins and helpers here",
  reachesNetwork: "acts on a cluster, or fetches images",
  writesFiles: "writes what it copies"
})

const crictl: ClosedList = {
  source: "crictl --help, of cri-tools 1.31",
  options: "-D --debug --timeout= -t= -v --version -h",
  dangers: [
    danger(
      elsewhere,
      "-r= --runtime-endpoint= -i= --image-endpoint= -c= --config= --profile* --tracing-* --enable-tracing"
    )
  ],
  subcommands: {
    "ps pods images image img info version stats statsp inspect inspecti inspectp imagefsinfo logs event metricsp completion":
      {
        options: `-aqfv -o= -n= --all --quiet --verbose --output= --name= --state= -s= --label= --image= --pod= -p= --last=
            --latest -l --no-trunc --namespace= --follow --tail= --since= --timestamps --digests --limit-bytes=
            --watch`
      },
    "run runp create start stop stopp rm rmp rmi pull exec attach port-forward checkpoint update update-runtime-config config":
      { asks: starts }
  }
}

const built = `-qt= -l= --layers --no-cache --pull=? --tag= --build-arg= --label= --target= --platform= --arch= --os= --variant=
  --format= --squash --quiet --rm --force-rm --jobs= --annotation= --compress --timestamp= --memory= -m= --log-level=
  --all-platforms
  --retry= --retry-delay= --cap-drop= --shm-size= --unsetenv= --env= --identity-label --manifest= --ulimit=`
const machine = danger(
  "gives the build files, keys or rights of the machine",
  `--add-host= --device= --network= --security-opt= --secret= --ssh= --cap-add= -v= --volume= --mount= --build-context= --isolation=
    --pid= --ipc= --uts= --userns= --userns-* --cgroupns= --dns= --dns-* --hooks-dir= --runtime= --runtime-flag=
    --authfile= --cert-dir= --creds=
    --decryption-key= --tls-verify --from= --cpp-flag= --http-proxy --sign-by= --cgroup-parent= --contextdir=`
)
const further = danger(
  "reads orders from another file, or writes one",
  "-f= --file= --iidfile= --logfile= -o= --output= --ignorefile= --cidfile= --cache-to= --cache-from= --stdin"
)

const buildah: ClosedList = {
  source: "buildah(1), and the page of each subcommand, of Buildah 1.28",
  options: "-v --version -h --log-level=",
  dangers: [
    danger(
      "keeps images elsewhere, or reads other settings",
      `--root= --runroot= --storage-driver= --storage-opt= --registries-conf= --registries-conf-dir=
        --short-name-alias-conf= --cgroup-manager= --userns-*`
    )
  ],
  subcommands: {
    images: { options: "-aqn -f= --all --digests --filter= --format= --history --json --no-trunc --noheading --quiet" },
    containers: { options: "-aqn -f= --all --filter= --format= --json --noheading --notruncate --quiet" },
    inspect: { options: "-f= -t= --format= --type=" },
    "info version": { options: "-d --debug -f= --format= --json" },
    "build bud build-using-dockerfile": {
      asks: starts,
      options: built,
      dangers: [machine, further],
      operand: (word) => (/:\/\/|^git@|^github\.com\//.test(word) ? "is fetched" : undefined)
    },
    run: {
      asks: starts,
      options: "-t --tty --env= -e= --user= --workingdir= --hostname= --add-history --no-hosts",
      dangers: [machine],
      before: 1,
      rest: "command"
    },
    from: { asks: starts, options: `${built} --name=`, dangers: [machine, further] },
    config: {
      asks: "changes an image",
      options: `-e= -l= -p= -u= -a= --env= --label= --port= --user= --cmd= --entrypoint= --workingdir= --author=
          --annotation= --comment= --created-by= --arch= --os= --shell= --stop-signal= --hostname=`
    },
    commit: { asks: "makes an image", options: `${built} --omit-history`, dangers: [machine, further] },
    "add copy": { ...files, options: "--chmod= --chown= --quiet -q --add-history", dangers: [machine, further] },
    "pull push rm rmi tag rename mount umount unmount manifest source login logout unshare prune mkcw": files
  }
}

const vagrant: ClosedList = {
  source: "vagrant(1), and vagrant --help, of Vagrant 2.3",
  everywhere: true,
  options: "-vh --version --[no-]color --machine-readable --[no-]tty --timestamp --debug --debug-timestamp",
  subcommands: {
    "status global-status version port ssh-config help validate list-commands": {
      options: "--prune --guest= --host= -p -f -i --ignore-provider"
    },
    box: {
      subcommands: {
        "list outdated": { options: "-i --box-info --global" },
        "add remove update prune repackage": { asks: "fetches or deletes images" }
      }
    },
    snapshot: { subcommands: { list: {}, "save restore delete push pop": machines } },
    plugin: {
      subcommands: {
        list: { options: "--local" },
        "install uninstall update repair expunge license": { asks: "installs what it loads" }
      }
    },
    "up reload provision halt suspend resume destroy": {
      ...machines,
      options: `--[no-]provision --provision-with= --provider= --[no-]parallel --[no-]destroy-on-error
          --[no-]install-provider -g --graceful`,
      dangers: [danger("asks no question", "-f --force")]
    },
    "ssh winrm powershell ssh-command rdp": { asks: starts },
    "init package push cloud login share upload rsync rsync-auto serve autocomplete winrm-config cap": files
  }
}

const multipass: ClosedList = {
  source: "multipass help, of Multipass 1.14",
  everywhere: true,
  options: "-hv --verbose --format= --all --snapshots",
  subcommands: {
    "list ls info find version networks get help aliases": {
      options: "--show-unsupported --only-images --only-blueprints --force-update --raw --keys"
    },
    launch: {
      ...machines,
      options: "-c= -m= -d= -n= --cpus= --memory= --disk= --name= --timeout=",
      dangers: [danger("gives the machine orders, folders or a network", "--cloud-init= --mount= --network= --bridged")]
    },
    "start stop restart suspend delete recover purge snapshot restore clone": {
      ...machines,
      options: "-t= -c --time= --cancel --timeout=",
      dangers: [danger("cannot be taken back", "-p --purge -d --destructive --force")]
    },
    "exec shell sh connect alias unalias prefer mount umount transfer copy-files set authenticate": { asks: starts }
  }
}

const libvirt = (names: ReadonlyArray<string>, source: string, list: ClosedList): Program => ({
  names,
  facts: factsOf(source, { writesFiles: "changes virtual machines", startsPrograms: "starts machines" }),
  closed: { source, ...list }
})

/** Programs that start containers and machines. Sources: the manual of each. */
export const virtualMachines: ReadonlyArray<Program> = [
  { names: ["crictl"], facts, closed: crictl },
  { names: ["buildah"], facts, closed: buildah },
  {
    names: ["vagrant"],
    facts: factsOf("vagrant(1)", {
      startsPrograms: "starts machines and their setup",
      writesFiles: "writes machines",
      folderDecides: "runs the Vagrantfile of its folder",
      reachesNetwork: "fetches images"
    }),
    closed: vagrant
  },
  { names: ["multipass"], facts, closed: multipass },
  libvirt(["virsh"], "virsh(1), of libvirt 9", {
    options: "-qrtvV -d= -k= -K= --quiet --readonly --timing --version=? --debug= --no-pkttyagent",
    dangers: [
      danger("acts on another machine", "-c= --connect="),
      danger("writes a file", "-l= --log="),
      danger("takes other keys", "-e= --escape=")
    ],
    subcommands: {
      "list dominfo domstate domblklist domiflist domblkinfo domblkstat domifstat domifaddr domuuid domid domname dommemstat vcpuinfo vcpucount cpu-stats domstats domjobinfo domtime domcontrol dominfo guestinfo net-list net-info net-dumpxml net-dhcp-leases net-uuid net-name iface-list iface-dumpxml nodeinfo nodecpustats nodememstats nodedev-list nodedev-dumpxml freecell capabilities domcapabilities sysinfo version uri hostname pool-list pool-info pool-dumpxml vol-list vol-info vol-path vol-dumpxml snapshot-list snapshot-info snapshot-dumpxml snapshot-current checkpoint-list secret-list help dumpxml maxvcpus event nwfilter-list nwfilter-dumpxml domdisplay vncdisplay ttyconsole schedinfo":
        {
          options: `-rv --all --inactive --state-running --state-paused --state-shutoff --name --uuid --title --table
          --id --details --domain= --pool= --human --source= --full --tree --parent --xml --internal --children --vcpu
          --state --block --interface --balloon --raw`,
          dangers: [
            danger("shows secrets, or changes the machine", "--security-info --set --config --live --current --daemon")
          ]
        },
      "create define destroy undefine start shutdown reboot reset save restore suspend resume managedsave attach-disk attach-interface attach-device detach-disk detach-interface detach-device vol-create vol-create-as vol-delete vol-clone vol-resize vol-wipe vol-upload vol-download pool-create pool-create-as pool-define pool-define-as pool-destroy pool-delete pool-start pool-refresh pool-build pool-autostart net-create net-define net-destroy net-start net-undefine net-update net-autostart edit net-edit pool-edit snapshot-create snapshot-create-as snapshot-delete snapshot-revert migrate qemu-monitor-command qemu-agent-command qemu-attach screenshot dump send-key set-user-password setmem setmaxmem setvcpus update-device console blockcommit blockcopy blockpull autostart inject-nmi cd echo":
        machines
    }
  }),
  libvirt(["virt-install"], "virt-install(1)", {
    options: "--version -v --osinfo=? --dry-run",
    dangers: [danger("acts on another machine", "--connect=")],
    operands: { from: 1, reason: "changes virtual machines" }
  })
]
