import { danger, type Program, type ProgramFacts } from "./Program.ts"

const reaches = (reason: string, source: string): ProgramFacts => ({ reachesNetwork: { reason, source } })
const writes = "writes a file"
const config = "reads options from a file"

const ways = danger("opens a port, or a way to one", ...["-L=", "-R=", "-W=", "-w=", "-J=", "-A", "-X", "-Y", "-g"])
const setting = danger("sets an option, which can start a program or open a port", "-o=")

/** Programs that reach other machines over SSH, and openssl. Sources: the manual page of each. */
export const secureNetwork: ReadonlyArray<Program> = [
  {
    names: ["ssh", "slogin"],
    facts: {
      ...reaches("opens a shell on another machine", "ssh(1)"),
      startsPrograms: {
        reason: "starts programs on another machine, and here by ProxyCommand and LocalCommand",
        source: "ssh(1), ssh_config(5)"
      }
    },
    closed: {
      source: "ssh(1), of OpenSSH 9",
      options: "-46aCfGkKMNnqsTtVvxy -B= -b= -c= -e= -i= -l= -m= -P= -p= -Q=",
      dangers: [
        setting,
        danger(config, "-F="),
        danger("orders another connection about", "-O="),
        danger("starts a program, or loads a library", "-I=", "-S=", "-D="),
        danger(writes, "-E="),
        ways
      ],
      // After the machine's name come the words of the program that runs there. Before them, options of this program
      // may still come.
      operand: (_word, before) => (before.length === 1 ? "begins a command for the other machine" : undefined)
    }
  },
  {
    names: ["autossh"],
    facts: {
      ...reaches("opens a shell on another machine", "ssh(1)"),
      startsPrograms: { reason: "starts ssh", source: "autossh(1)" }
    },
    closed: {
      source: "autossh(1), of autossh 1.4; ssh(1), of OpenSSH 9",
      options: "-46aCkKnNqTtVvx -b= -c= -i= -l= -m= -M= -p=",
      dangers: [
        setting,
        danger(config, "-F="),
        danger("starts a program, or loads a library", "-I=", "-S=", "-O="),
        danger("goes on in the background", "-f"),
        danger(writes, "-E="),
        danger("opens a port", "-D="),
        ways
      ],
      operand: (_word, before) => (before.length === 1 ? "begins a command for the other machine" : undefined)
    }
  },
  {
    names: ["mosh"],
    facts: {
      ...reaches("opens a shell on another machine", "mosh(1)"),
      startsPrograms: { reason: "starts ssh", source: "mosh(1)" }
    },
    closed: {
      source: "mosh(1), of Mosh 1.4",
      options: "-46ano -p= --family= --no-init --port= --predict= --predict-overwrite --ssh-pty --version",
      dangers: [
        danger("names a program to start", "--ssh=", "--server=", "--client=", "--local"),
        danger("reaches it by another way", "--bind-server=", "--experimental-remote-ip=")
      ],
      operand: (_word, before) => (before.length === 1 ? "begins a command for the other machine" : undefined)
    }
  },
  {
    names: ["scp", "rcp"],
    facts: {
      ...reaches("copies from and to other machines", "scp(1)"),
      writesFiles: { reason: "writes its last operand", source: "scp(1)" },
      startsPrograms: { reason: "starts ssh", source: "scp(1)" }
    },
    closed: {
      source: "scp(1), of OpenSSH 9",
      options: "-346ABCOpqRrTv -c= -i= -l= -P= -X=",
      dangers: [
        setting,
        danger(config, "-F="),
        danger("names a program that is started", "-S=", "-D="),
        danger("reaches the other machine through a third", "-J=")
      ]
    }
  },
  {
    names: ["sftp"],
    facts: {
      ...reaches("copies from and to other machines", "sftp(1)"),
      writesFiles: { reason: "writes what it fetches", source: "sftp(1)" },
      startsPrograms: { reason: "starts ssh, and programs by the command !", source: "sftp(1)" }
    },
    closed: {
      source: "sftp(1), of OpenSSH 9",
      options: "-46AaCfNpqrv -B= -c= -i= -l= -P= -R= -X=",
      dangers: [
        setting,
        danger(config, "-F="),
        danger("reads orders from a file", "-b="),
        danger("names a program that is started", "-S=", "-s=", "-D="),
        danger("reaches the other machine through a third", "-J=")
      ]
    }
  },
  {
    names: ["openssl"],
    facts: {
      ...reaches("connects and listens by s_client and s_server", "openssl-s_client(1)"),
      writesFiles: { reason: "writes files by -out", source: "openssl(1)" },
      startsPrograms: { reason: "loads engines and providers", source: "openssl(1)" }
    },
    closed: {
      source: "openssl(1), and the page of each command, of OpenSSL 3.0",
      style: "dashes",
      everywhere: true,
      options: "-help",
      dangers: [
        danger(
          writes,
          ...[
            "-out=",
            "-keyout=",
            "-writerand=",
            "-CAcreateserial",
            "-CAserial=",
            "-sigfile=",
            "-keylogfile=",
            "-msgfile=",
            "-sess_out="
          ]
        ),
        danger("loads a library", "-engine=", "-engine_impl", "-provider=", "-provider-path=", "-provider_path="),
        danger(config, "-config=", "-extfile=", "-rand=", "-passin=", "-passout=", "-pass=", "-kfile=", "-addext="),
        danger(
          "uses a private key",
          "-sign=",
          "-signkey=",
          "-CAkey=",
          "-CA=",
          "-key=",
          "-prverify=",
          "-mac=",
          "-macopt="
        )
      ],
      subcommands: {
        version: { options: "-a -b -c -d -e -f -m -o -p -r -v" },
        "dgst md5 sha1 sha224 sha256 sha384 sha512 sha3-256 sha3-512": {
          options: `-sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -md5 -blake2b512 -blake2s256 -ripemd160 -sm3 -c -r
            -d -debug -hex -binary -list -verify= -signature= -keyform= -hmac= -xoflen=`
        },
        rand: { options: "-hex -base64" },
        prime: { options: "-hex -generate -bits= -safe -checks=" },
        x509: {
          options: `-in= -inform= -outform= -noout -text -serial -subject_hash -issuer_hash -hash -subject_hash_old
            -issuer_hash_old -subject -issuer -nameopt= -email -startdate -enddate -dates -purpose -checkend= -checkhost=
            -checkemail= -checkip= -modulus -pubkey -fingerprint -ocspid -ocsp_uri -alias -trustout -ext= -certopt= -C -sha1
            -sha256 -sha384 -sha512 -md5`
        },
        "crl pkcs7": {
          options:
            "-in= -inform= -outform= -noout -text -hash -issuer -lastupdate -nextupdate -print_certs -fingerprint -nameopt="
        },
        req: { options: "-in= -inform= -outform= -noout -text -subject -pubkey -verify -modulus -nameopt=" },
        asn1parse: { options: "-in= -inform= -i -dump -dlimit= -noout -offset= -length= -strparse= -item=" },
        verify: {
          options:
            "-CAfile= -CApath= -no-CAfile -no-CApath -untrusted= -verbose -purpose= -show_chain -nameopt= -x509_strict"
        },
        "ciphers list": {
          options: "-v -V -s -stdname -tls1 -tls1_1 -tls1_2 -tls1_3 -commands -digest-commands -cipher-commands -1"
        },
        errstr: {},
        help: {}
      }
    }
  },
  {
    names: ["ssh-agent"],
    facts: {
      writesFiles: { reason: "writes keys", source: "ssh-keygen(1), gpg(1)" },
      startsPrograms: { reason: "starts helpers and agents", source: "ssh-keygen(1), gpg(1), ssh-agent(1)" },
      reachesNetwork: { reason: "reaches key servers and other machines", source: "gpg(1), ssh-copy-id(1)" }
    },
    dangers: [danger("loads a library", "-D", "-s", "-w"), danger(writes, "-o", "--output", "-f")]
  }
]
