import type { ClosedList } from "./ClosedList.ts"
import { danger, factsOf, type Program } from "./Program.ts"

const starts = "starts a program, or runs a script"
const settings = "reads settings from another file, which can name programs"
const writes = "writes a file"
const changes = "changes the system"
const acts: ClosedList = { asks: changes }

const of = (names: string, source: string, list: ClosedList): Program => ({
  names: names.split(/\s+/),
  facts: factsOf(source, { writesFiles: changes, startsPrograms: "starts helpers that its settings name" }),
  closed: { source, ...list }
})

/** Programs that show and change parts of a machine and its services. Sources: the manual page of each. */
export const hostTools: ReadonlyArray<Program> = [
  of("dmidecode", "dmidecode(8)", {
    options: "-qhVu -s= -t= -H= --quiet --string= --type= --handle= --dump --no-sysfs --oem-string= --version",
    dangers: [danger(writes, "--dump-bin="), danger("reads another file", "-d= --dev-mem= --from-dump=")]
  }),
  of("busctl", "busctl(1), of systemd 252", {
    everywhere: true,
    options: `-qlj --show-machine --unique --acquired --activatable --match= --size= --list --quiet --verbose --xml-interface --json=
      --expect-reply= --auto-start= --timeout= --user --system --full --no-pager --no-legend --version`,
    dangers: [
      danger(
        "asks another machine or bus",
        `--address= -H= --host= -M= --machine=
      --allow-interactive-authorization=`
      )
    ],
    subcommands: {
      "list status tree introspect get-property monitor help": {},
      capture: { asks: "writes what is sent" },
      "set-property call emit wait": acts
    }
  }),
  of("pidstat", "pidstat(1), of sysstat 12", {
    options: "-dHhIlRrstuVvw -C= -p= -T= -U=? -G= --dec=? --human",
    dangers: [danger(starts, "-e=>")]
  }),
  of("facter", "facter(8), of Facter 4", {
    options: `-jytdv -l= --json --yaml --timing --debug --version --log-level= --color --no-color --no-block
      --no-cache --no-custom-facts --no-external-facts --no-ruby --verbose --show-legacy --strict --list-block-groups
      --list-cache-groups --hocon --trace --sequential`,
    dangers: [danger("loads code", "--custom-dir= --external-dir= -c= --config= -p --puppet")]
  }),
  of("fastfetch neofetch screenfetch", "neofetch(1), of neofetch 7; fastfetch --help, screenfetch(1)", {
    style: "words",
    options: `--version -v --help -h --json --stdout --off --list-* --color=? --logo=? -l= --pipe --show-errors
      --no_config -n -N`,
    dangers: [
      danger(
        settings,
        `-c* --config* --load-config* --gen-config* --source -S -s -u --ascii* --kitty*
      --image* --backend*`
      ),
      danger(starts, "--command-*")
    ]
  }),
  of("ldconfig", "ldconfig(8)", {
    options: "-pvV --print-cache --verbose --version",
    dangers: [danger(changes, "-f= -C= -r= -nNlXi -c=")],
    operands: { from: 1, reason: changes }
  }),
  of("logrotate", "logrotate(8)", {
    options: "-dv? --debug --verbose --version --usage",
    dangers: [
      danger(starts, "-m= --mail= -f --force"),
      danger(writes, "-l= --log= -s= --state= --skip-state-lock"),
      danger("waits for others", "--wait-for-state-lock")
    ],
    operand: (word) => (word.startsWith("/etc/logrotate") ? undefined : settings)
  }),
  of("fail2ban-client", "fail2ban-client(1)", {
    options: "-vqdth -V --version --test --dump --dump-pretty --dp --str2sec= --loglevel=",
    dangers: [
      danger(
        settings,
        `-c= --conf= -s= --socket= -p= --pidfile= --pname= --logtarget= --syslogsocket= -xbfi
      --async`
      )
    ],
    subcommands: {
      "status ping version banned get help": {},
      "add set start stop restart reload unban flushlogs server-status server-stream echo": acts
    }
  }),
  of("cancel lp lpr", "cancel(1), lp(1), lpr(1)", {
    options: "-cmsapqlE -n= -d= -P= -o= -t= -i= -J= -T= -C= -#= -u=?",
    dangers: [danger("asks another machine, or for another person", "-h= -H= -U="), danger("deletes files", "-r -x")]
  }),
  of("lpstat lpq", "lpstat(1), lpq(1)", {
    options: "-adeoprstuvclDRW -P= -E",
    dangers: [danger("asks another machine, or for another person", "-h= -H= -U=")]
  }),
  of("iptables-save ip6tables-save", "iptables-save(8)", {
    options: "-cV -t= --counters --table= --version",
    dangers: [danger(writes, "-f= --file="), danger("loads code", "-M= --modprobe=")]
  }),
  of("wg", "wg(8)", {
    options: "--version -h",
    subcommands: {
      show: { operand: (word) => (/^(?:private-key|preshared-keys|dump)$/.test(word) ? "shows keys" : undefined) },
      "pubkey help": {},
      "showconf genkey genpsk": { asks: "shows keys" },
      "set setconf addconf syncconf": acts
    }
  }),
  of("wg-quick", "wg-quick(8)", {
    options: "-h",
    subcommands: { strip: { asks: "shows keys" }, "up down save": acts }
  }),
  of("zic", "zic(8)", {
    options: "-v --version",
    dangers: [danger(starts, "-y="), danger(writes, "-d= -l= -p= -t= -L= -b= -r= -R=")],
    operands: { from: 1, reason: "is compiled into the folder of all time zones" }
  }),
  of("zdump", "zdump(8)", { options: "-vVi -c= -t= --version" }),
  of("varnishncsa varnishlog", "varnishlog(1), of Varnish 7", {
    options: "-bcCdEvVh -g= -i= -I= -k= -L= -n= -q= -R= -t= -T= -x= -X= -F=",
    dangers: [danger(writes, "-w= -D -P= -aAu"), danger("reads orders from a file", "-Q= -f= -N= -r=")]
  }),
  of("dnsmasq", "dnsmasq(8)", {
    options: "-vw --version --test",
    dangers: [
      danger(starts, "--conf-script= --dhcp-script= -6= --dhcp-luascript="),
      danger(settings, "-C= --conf-file= -7= --conf-dir= --servers-file=")
    ],
    operands: { from: 1, reason: changes }
  }),
  of("openvpn", "openvpn(8), of OpenVPN 2.6", {
    style: "dashes",
    options: `-version -help -show-ciphers -show-digests -show-tls -show-engines -show-curves -show-groups
      -show-gateway`,
    dangers: [
      danger(
        starts,
        `-up= -down= -script-security= -route-up= -ipchange= -tls-verify= -auth-user-pass-verify==
        -plugin= -client-connect= -learn-address=`
      ),
      danger(settings, "-config= -cd= -genkey==")
    ],
    operands: { from: 1, reason: settings }
  }),
  of("certbot", "certbot(1), of Certbot 2.1", {
    everywhere: true,
    options: `-vnq -h=? --version --verbose --non-interactive --quiet --cert-name= -d= --domain= --domains= --dry-run
      --test-cert --staging`,
    dangers: [
      danger(
        starts,
        `--manual* --pre-hook= --post-hook= --deploy-hook= --renew-hook= --manual-auth-hook=
        --manual-cleanup-hook=`
      ),
      danger(
        settings,
        `-c= --config= --config-dir= --work-dir= --logs-dir= --server= -a= -i= --authenticator=
        --installer= --configurator=`
      ),
      danger(
        "is sent, or written",
        `-m= --email= --key-path= --cert-path= --fullchain-path= --chain-path= --csr=
        --agree-tos -w= --webroot-path=`
      )
    ],
    subcommands: {
      "certificates plugins show_account help": {},
      "certonly run renew revoke delete enhance install register unregister update_account rollback update_symlinks reconfigure":
        {
          asks: "obtains, changes or revokes certificates",
          options: `--webroot --standalone --nginx --apache --force-renewal --keep-until-expiring --key-type=
          --no-random-sleep-on-renew --expand --redirect --reason=`
        }
    }
  }),
  of("rpmdb rpmkeys rpmverify rpmspec", "rpmkeys(8), rpmspec(8), rpmverify(8), rpmdb(8)", {
    options: `-KqpaVv --checksig --query --list --parse --verbose -P --rpms --srpm --builtrpms --qf= --queryformat=
      --target= --version --verifydb --nodeps --nodigest --nosignature --nofiles --noscripts`,
    dangers: [
      danger(
        starts,
        `--eval= -E= --define= -D= --load= --macros= --rcfile= --pipe= --shell -i --undefine=
        --predefine=`
      ),
      danger(changes, "--import --initdb --rebuilddb --exportdb --importdb --delete --root= -r= --dbpath=")
    ]
  }),
  of("needrestart", "needrestart(1)", {
    options: "-vqkwlbpV -m= -u= -R",
    dangers: [danger(settings, "-c="), danger(changes, "-r= -n -f= -t=")]
  }),
  of("smbclient", "smbclient(1), of Samba 4.17", {
    options: `-NgqEV? -L= -p= -U= -W= -I= -t= -m= --list= --no-pass --grepable --user= --workgroup= --port= --version
      --quiet --timeout= --max-protocol=`,
    dangers: [
      danger("sends or fetches files", "-c= --command= -T= --tar= -M= --message= -D= --directory="),
      danger(
        settings,
        `-s= --configfile= --option= -A= --authentication-file= -l= --log-basename= -O=
        --socket-options=`
      )
    ],
    operands: { from: 2, reason: "is a password" }
  }),
  of("sshfs", "sshfs(1)", {
    options: "-V -h -p= -C",
    dangers: [danger(starts, "-o="), danger(settings, "-F= -d -f -s")],
    operands: { from: 1, reason: "has another machine's folder stand in one here" }
  }),
  of("xdg-user-dir", "xdg-user-dir(1)", {
    options: "",
    operand: (word) => (/^[A-Z]+$/.test(word) ? undefined : starts)
  }),
  of("setcap", "setcap(8)", { options: "-qhv -n=", operands: { from: 1, reason: changes } }),
  of("getcap", "getcap(8)", { options: "-vrnhl" })
]
