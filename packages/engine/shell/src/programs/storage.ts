import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const changes = "changes file systems or disks"
const acts: ClosedList = { asks: changes }
const facts = factsOf("the manual page of each", { writesFiles: changes, startsPrograms: "starts helpers" })

const report = `-avPqSo= -O= -S= -a --all --noheadings --units= --options= --sort= --select= --separator= --nosuffix --reportformat=
  --unbuffered --segments --maps -m --short --version --binary --nameprefixes --rows --unquoted -c --colon --columns -C`

/**
 * Programs that set up disks and file systems, and that pack a folder as a file system. Sources: the manual page of
 * each.
 */
export const storage: ReadonlyArray<Program> = [
  {
    names: ["zfs"],
    facts,
    closed: {
      source: "zfs(8), of OpenZFS 2.1",
      options: "-V -? --version",
      subcommands: {
        "list get holds diff userspace groupspace projectspace version help": {
          options: "-HprSnFhtij -o= -t= -s= -S= -d= -r -c"
        },
        "create destroy snapshot snap rollback clone promote rename set inherit upgrade mount unmount umount share unshare bookmark send receive recv allow unallow hold release program change-key load-key unload-key project jail unjail redact wait":
          acts
      }
    }
  },
  {
    names: ["zpool"],
    facts,
    closed: {
      source: "zpool(8), of OpenZFS 2.1",
      options: "-V -? --version",
      subcommands: {
        "list status get history events version": { options: "-HpPvxLgitsDTl -o= -d" },
        iostat: { options: "-HpPvLglqrwyn -T=", dangers: [danger("starts scripts", "-c=")] },
        "create destroy add remove attach detach replace split import export offline online clear labelclear scrub resilver trim initialize upgrade set checkpoint reguid reopen sync wait":
          acts
      }
    }
  },
  {
    names: ["lvs", "vgs", "pvs", "lvdisplay", "vgdisplay", "pvdisplay", "lvmdiskscan", "lvscan", "vgscan", "pvscan"],
    facts,
    closed: {
      source: "lvm(8), of LVM 2.03",
      options: report,
      dangers: [
        danger(
          "takes other settings, or changes disks",
          `--config= --profile= --commandprofile= --devicesfile= --driverloaded= --cache --activate= --mknodes
      --notifydbus`
        )
      ]
    }
  },
  {
    names: ["lvm"],
    facts,
    closed: {
      source: "lvm(8), of LVM 2.03",
      options: "--version",
      subcommands: {
        "lvs vgs pvs lvdisplay vgdisplay pvdisplay version help segtypes formats tags": { options: report }
      },
      dangers: [danger("takes other settings", "--config= --profile=")]
    }
  },
  {
    names: ["lvcreate", "lvremove", "vgcreate", "vgremove", "pvcreate"],
    facts,
    closed: { source: "lvm(8)", options: "--version", operands: { from: 1, reason: changes } }
  },
  {
    names: ["dmsetup"],
    facts,
    closed: {
      source: "dmsetup(8), of LVM 2.03",
      everywhere: true,
      options: `-cCvr -o= -S= -O= -j= -m= -u= --columns --noheadings --nameprefixes --options= --select= --sort=
        --separator= --unquoted --rows --tree --target= --version --count= --interval= --major= --minor= --uuid=
        --inactive --noopencount --units= --checks`,
      dangers: [
        danger("starts a program", "--exec="),
        danger("shows keys", "--showkeys"),
        danger(changes, "-f --force -y --yes")
      ],
      subcommands: {
        "ls info status table deps targets version splitname help": {},
        "create remove remove_all suspend resume load clear reload rename message wipe_table setgeometry mangle stats udevcreatecookie udevreleasecookie udevflags udevcomplete udevcomplete_all udevcookie wait report measure":
          acts
      }
    }
  },
  {
    names: ["cryptsetup"],
    facts,
    closed: {
      source: "cryptsetup(8), of cryptsetup 2.6",
      everywhere: true,
      options: "-vV --verbose --debug --version --usage --type= -M=",
      dangers: [
        danger(
          "reads or writes a key",
          `-d= --key-file= --master-key-file= --volume-key-file=
        --dump-master-key --dump-volume-key --header= --header-backup-file=`
        )
      ],
      subcommands: {
        "status luksDump isLuks luksUUID benchmark tcryptDump bitlkDump fvault2Dump": {},
        "open create plainOpen luksOpen close remove luksClose resize luksFormat luksAddKey luksRemoveKey luksChangeKey luksConvertKey luksKillSlot luksSuspend luksResume luksHeaderBackup luksHeaderRestore luksErase erase config convert reencrypt repair refresh token":
          acts
      }
    }
  },
  {
    names: ["mdadm"],
    facts,
    closed: {
      source: "mdadm(8), of mdadm 4.2",
      options: `-QDEXYVvqbs --query --detail --detail-platform --examine --examine-bitmap --examine-badblocks --export
        --brief --verbose --quiet --version --scan --prefer= --help-options`,
      dangers: [
        danger(
          changes,
          `-ABCGISRowfarnWF --assemble --build --create --grow --incremental --stop --run --readonly --readwrite
            --zero-superblock --kill-subarray= --update-subarray= --fail --remove --add --re-add --force --auto-detect
            --monitor --follow --action= --rebuild-map`
        ),
        danger(
          "starts a program, or reads other settings",
          `-p= --program= --alert= -m= --mail= -c= --config= --dump=
          --restore=`
        )
      ]
    }
  },
  {
    names: ["unsquashfs"],
    facts,
    closed: {
      source: "unsquashfs(1), of squashfs-tools 4.5",
      style: "words",
      options: `-l -ls -ll -lls -lc -llc -lln -s -stat -cat -v -version -max= -max-depth= -mkfs-time -fstime -UTC -q
        -quiet -n -no-progress -i -info -li -linfo -p= -processors= -o= -offset= -r -regex -no-wild -no-xattrs -no -h
        -help`,
      dangers: [
        danger("writes to another folder, or over files", "-d= -dest= -f -force -pf= -pseudo-file="),
        danger("reads names from a file", "-e= -ef= -extract-file= -exclude-file= -excf= -exc -follow* -L")
      ]
    }
  },
  {
    names: ["mksquashfs"],
    writesTo: "operands",
    facts,
    closed: {
      source: "mksquashfs(1), of squashfs-tools 4.5",
      style: "words",
      options: `-comp= -b= -reproducible -no-exports -no-sparse -no-xattrs -noI -noD -noF -noX -no-fragments -no-duplicates -all-root -noappend
        -quiet -info -no-progress -progress -processors= -mem= -nopad -e -wildcards -regex -one-file-system
        -mkfs-time= -all-time=
        -Xcompression-level= -Xdict-size= -Xbcj= -Xhc -keep-as-directory -version -help -root-owned -force-uid=
        -force-gid= -exit-on-error`,
      dangers: [
        danger(
          "starts programs, or reads orders from a file",
          `-p= -pf= -pd= -action* -log-action* -true-action*
          -false-action* -sort= -ef= -tar -`
        ),
        danger("writes a further file", "-recover* -recovery-path=")
      ]
    }
  }
]
