import { danger, type Program } from "./Program.ts"

const starts = "starts a program, or runs a script"
const settings = "reads settings from another file, which can name programs"
const writes = "writes a file"
const sends = "sends or fetches files"
const changes = "changes the system"

const of = (names: string, ...dangers: NonNullable<Program["dangers"]>): Program => ({
  names: names.split(/\s+/),
  hasWordOptions: true,
  dangers
})

const addresses: Program["inspect"] = (words) =>
  words.flatMap((word) => (/^[a-z+]+:\/\/|^git@|^github\.com\//.test(word) ? [{ word, reason: "is fetched" }] : []))

/** Programs of which only the words that do harm are listed, from the manual of each. Their other words are taken as harmless. */
export const partlyKnown: ReadonlyArray<Program> = [
  of("ansible-test", danger(starts, "shell")),
  of("aoss multitime setlock logsave genie grc openvt distcc", danger(starts, "*")),
  of("asterisk", danger(starts, "-r* -R* -x*")),
  of("bee", danger(starts, "eval ev php-eval php-script scr")),
  of(
    "borg",
    danger("keeps or takes away files", "create delete prune compact recreate init rcreate import-tar"),
    danger(sends, "--remote-path* serve mount")
  ),
  of("bpftrace", danger(starts, "--unsafe -c")),
  of("busctl", danger(changes, "set-property call emit"), danger(starts, "--address*")),
  of("cancel lp lpr", danger("asks another machine", "-h -H")),
  of("cdist", danger(starts, "shell -s")),
  of(
    "certbot",
    danger(
      "obtains, changes or revokes certificates",
      "certonly run renew revoke delete enhance install --manual* --pre-hook* --post-hook* --deploy-hook*"
    )
  ),
  of("clisp ecl abcl", danger(starts, "-x -e -eval -i -c -l -load --load")),
  of("cobc", danger(starts, "-x* -j* -o"), danger(writes, "-o*")),
  of("codex claude gemini opencode aider goose", danger("starts an agent, or what it is told", "*")),
  of("cowsay cowthink", danger("runs a script that draws", "-f*")),
  of("csvtool", danger(starts, "call"), danger(writes, "-o")),
  of("dhclient dhcpcd udhcpc", danger(starts, "-sf* -s --script*"), danger(changes, "-r -x -k")),
  of("dmidecode", danger(writes, "--dump-bin")),
  of(
    "dmsetup",
    danger(starts, "--exec*"),
    danger(
      changes,
      "create remove remove_all suspend resume load clear reload rename message wipe_table setgeometry mangle"
    )
  ),
  of(
    "dnsmasq",
    danger(starts, "--conf-script* --dhcp-script* -6*"),
    danger(settings, "-C* --conf-file* -7* --conf-dir*")
  ),
  of("dos2unix unix2dos mac2unix", danger(writes, "-n --newfile")),
  of("dosbox", danger(starts, "-c"), danger(settings, "-conf")),
  of("dvips", danger(starts, "-R0 -h"), danger(writes, "-o*")),
  of("easyrsa", danger(settings, "--vars* --pki* --pki-dir*"), danger(changes, "init-pki build-ca sign-req revoke")),
  of("facter", danger("loads code", "--custom-dir* --external-dir* -c --config*")),
  of(
    "fail2ban-client",
    danger(changes, "add set start stop restart reload unban"),
    danger(settings, "-c --conf* -s -p")
  ),
  of("fastfetch neofetch screenfetch", danger(settings, "-c --config* --source -S")),
  of("gimp", danger(starts, "-b --batch* --batch-interpreter*")),
  of("gtester", danger(starts, "-q -k"), danger(writes, "-o* -p")),
  of("hashcat john", danger(writes, "-o* --outfile* --session* --potfile-path* --pot*")),
  of("iptables-save ip6tables-save", danger(writes, "-f* --file*"), danger("loads code", "-M* --modprobe*")),
  of("jrunscript", danger(starts, "-e -f -cp -classpath -J*")),
  of(
    "jupyter jupyter-nbconvert",
    danger(
      starts,
      "--execute --ExecutePreprocessor* --allow-errors --inplace lab notebook server console qtconsole run"
    ),
    danger(settings, "--config* --template-file* --TemplateExporter*"),
    danger("serves what it makes", "--post*")
  ),
  {
    ...of(
      "kustomize",
      danger(writes, "-o* --output*"),
      danger(starts, "--enable-exec --enable-alpha-plugins --enable-helm --helm-command* --network --mount*"),
      danger("changes files", "edit create init set")
    ),
    inspect: addresses
  },
  of(
    "pip-compile pip-sync",
    danger(starts, "--pip-args* --build-isolation"),
    danger(settings, "--config*"),
    danger("fetches from another place", "-i* --index-url* --extra-index-url* -f* --find-links* --trusted-host*")
  ),
  of("knife chef-client chef-solo chef-shell chef", danger(starts, "exec ssh bootstrap -E --exec* -c --config*")),
  of("ldconfig", danger(changes, "-f -C -r -n -N -l")),
  of("logrotate", danger(starts, "-m --mail* -f --force"), danger(writes, "-l --log* -s --state*")),
  of(
    "luatex lualatex pdftex xetex tex etex mf mpost",
    danger(starts, "-shell-escape --shell-escape -enable-write18 --enable-write18 --lua* -lua* --socket")
  ),
  of("lwp-download lwp-request", danger(sends, "*")),
  of(
    "minicom picocom cu",
    danger(starts, "-S --script* --send-cmd* --receive-cmd*"),
    danger(writes, "-C --capturefile* -g --logfile*")
  ),
  of("needrestart", danger(settings, "-c*"), danger(changes, "-r")),
  of(
    "openvpn",
    danger(
      starts,
      "--up --down --script-security --route-up --ipchange --tls-verify --auth-user-pass-verify --plugin --client-connect --learn-address"
    ),
    danger(settings, "--config*")
  ),
  of("perlbug", danger(starts, "-e"), danger("sends a report", "-s -a -r")),
  of("pidstat", danger(starts, "-e")),
  of("plymouth", danger(starts, "--command*")),
  of("procmail", danger(starts, "-m")),
  of("puppet salt-call salt", danger(starts, "apply -e --execute* agent cmd.* state.* resource --modulepath*")),
  of(
    "restic rclone duplicity kopia",
    danger("keeps or takes away files", "backup forget prune init copy sync delete purge move rcat restore"),
    danger(starts, "--password-command* -o* --option*")
  ),
  of(
    "rpmdb rpmkeys rpmverify rpmspec",
    danger(starts, "--eval* -E* --define* -D* --load* --macros* --rcfile* --pipe*")
  ),
  of("rsyslogd syslogd", danger(settings, "-f*")),
  of("run-mailcap see edit print compose", danger(starts, "*")),
  of(
    "rustdoc",
    danger(writes, "-o* --output* --out-dir*"),
    danger(starts, "--test* --runtool* --runtool-arg* --test-runtool* -C* -Z*")
  ),
  of("scrot maim grim", danger(starts, "-e* --exec*")),
  of("setcap", danger(changes, "*")),
  of("slsh", danger(starts, "-e -l")),
  of("smbclient", danger(sends, "-c* --command* -T* --tar*")),
  of("sqlmap", danger(starts, "--eval* --os-cmd* --os-shell --os-pwn --tamper* --sql-shell")),
  of("sshfs", danger(starts, "-o*"), danger(settings, "-F*")),
  of(
    "tailscale ngrok cloudflared localtunnel lt",
    danger("opens a way in from outside", "serve funnel http tcp tunnel up set ssh --port*")
  ),
  of("task taskwarrior timew", danger(starts, "execute exec rc:* rc.*")),
  of("tmate", danger(starts, "-c new new-session -F"), danger(settings, "-f")),
  of("unsquashfs mksquashfs", danger(writes, "-d* -f -da* -pf* -dest*")),
  of("varnishncsa varnishlog", danger(writes, "-w -D -P")),
  of(
    "virsh virt-install",
    danger(
      changes,
      "create define destroy undefine start shutdown reboot reset save restore suspend resume managedsave attach-* detach-* vol-* pool-create* pool-define* pool-destroy pool-delete pool-start net-create net-define net-destroy net-start edit snapshot-create* snapshot-delete snapshot-revert migrate qemu-* screenshot dump send-key set* update-*"
    ),
    danger("acts on another machine", "-c --connect*")
  ),
  of("volatility vol vol.py", danger(starts, "volshell --plugins* -p"), danger(writes, "--dump* -D -o")),
  of("wg-quick", danger(changes, "up down save")),
  of("wg", danger(changes, "set setconf addconf syncconf")),
  of("wireshark tshark", danger(writes, "-w*"), danger(starts, "-X* -z")),
  of("xdg-user-dir", danger(starts, "}*")),
  of("xdotool ydotool", danger(starts, "exec key type click")),
  of("zic", danger(starts, "-y*"), danger(writes, "-d* -l* -p*")),
  of(
    "zpool zfs lvm lvcreate lvremove vgcreate vgremove pvcreate cryptsetup mdadm",
    danger(
      changes,
      "create destroy remove rollback receive recv send set rename import export attach detach add replace promote clone snapshot luksFormat luksOpen open close erase --create --stop --zero-superblock"
    )
  )
]
