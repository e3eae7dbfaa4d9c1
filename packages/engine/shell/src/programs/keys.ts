import { danger, factsOf, type Program } from "./Program.ts"

const keeps = factsOf("ssh-add(1), ssh-agent(1), ssh-copy-id(1)", {
  writesFiles: "writes keys",
  startsPrograms: "starts helpers and agents",
  reachesNetwork: "reaches other machines"
})

/** Programs that keep and use keys. Sources: the manual page of each. */
export const keys: ReadonlyArray<Program> = [
  {
    names: ["gpg", "gpg2"],
    facts: factsOf("gpg(1)", {
      writesFiles: "writes keys and what it opens",
      startsPrograms: "starts helpers and agents",
      reachesNetwork: "reaches key servers"
    }),
    closed: {
      source: "gpg(1), of GnuPG 2.2",
      options: `-aknqv --armor --batch --no-batch --verbose --quiet --no-tty --dry-run --with-colons
        --with-fingerprint --with-subkey-fingerprint --with-keygrip --with-key-data --fixed-list-mode --list-keys
        --list-public-keys -K --list-secret-keys --list-signatures --list-sigs --check-signatures --check-sigs
        --fingerprint --verify --verify-files --list-packets --list-only --keyid-format= --list-options=
        --verify-options= --status-fd= --version --dump-options --list-config --list-gcrypt-config --print-md=
        --no-auto-key-retrieve --show-keys --utf8-strings --charset= --no-greeting --disable-dirmngr`,
      dangers: [
        danger(
          "writes a file",
          "-o= --output= --multifile --log-file= --status-file= --logger-file= --attribute-file="
        ),
        danger("starts a program", "--photo-viewer= --exec-path= --agent-program= --dirmngr-program= --show-photos"),
        danger(
          "works with other keys or settings",
          `--homedir= --options= --keyring= --no-default-keyring --secret-keyring= --trustdb-name= --primary-keyring=
            --trusted-key= --trust-model= --always-trust`
        ),
        danger(
          "uses or shows a private key",
          `-s -b -d -c -u= --sign --detach-sign --clear-sign --clearsign --decrypt --export-secret-keys
            --export-secret-subkeys --export-ssh-key --symmetric --passphrase= --passphrase-file= --passphrase-fd=
            --local-user=`
        ),
        danger(
          "changes keys",
          `--import --delete-keys --delete-secret-keys --edit-key --gen-key --generate-key --full-generate-key
            --quick-* --sign-key --lsign-key --import-ownertrust --fast-import --passwd --change-passphrase`
        ),
        danger(
          "reaches key servers",
          `--recv-keys --receive-keys --send-keys --search-keys --refresh-keys --fetch-keys --keyserver=
            --auto-key-locate= --auto-key-retrieve --locate-keys --locate-external-keys --keyserver-options=`
        )
      ]
    }
  },
  {
    names: ["ssh-keygen"],
    facts: factsOf("ssh-keygen(1)", { writesFiles: "writes keys", startsPrograms: "loads libraries" }),
    closed: {
      source: "ssh-keygen(1), of OpenSSH 9",
      options: "-lBvqL -E= -f= -F= -b= -t= -C= -O= -l -y",
      dangers: [
        danger("loads a library", "-D= -w="),
        danger(
          "writes, changes or signs with a key",
          "-p -c -e -i -R= -s= -I= -k -K -A -U -H -N= -P= -Y= -M= -r= -g -Q -T= -G= -a= -n= -V= -z= -m= -h"
        )
      ]
    }
  },
  {
    names: ["ssh-add"],
    facts: keeps,
    closed: {
      source: "ssh-add(1), of OpenSSH 9",
      options: "-lLqvcC -E= -t= -T",
      dangers: [
        danger("loads a library", "-s= -e= -S="),
        danger("takes keys from the agent, or closes it", "-d -D -x -X"),
        danger("asks a device for keys, or binds them", "-K -k -h= -H= -N")
      ]
    }
  },
  {
    names: ["age"],
    facts: keeps,
    closed: {
      source: "age(1), of age 1.1",
      options: "-aed -r= -R= -i= --armor --encrypt --decrypt --recipient= --recipients-file= --identity= --version",
      dangers: [
        danger("writes a file", "-o= --output="),
        danger("asks for a passphrase", "-p --passphrase"),
        danger("starts a plugin", "-j=")
      ],
      value: (option, text) =>
        /^-(?:r|-recipient)$/.test(option) && !/^(?:age1[ac-hj-np-z02-9]{58}|ssh-(?:rsa|ed25519) .*)$/.test(text)
          ? "may start a plugin"
          : undefined
    }
  },
  {
    names: ["minisign"],
    facts: keeps,
    closed: {
      source: "minisign(1)",
      options: "-VHqQvlo -m= -p= -P= -x=",
      dangers: [danger("makes, changes or signs with a key", "-G -C -R -S -W -f -s= -c= -t=")]
    }
  },
  {
    names: ["ssh-copy-id", "pass"],
    facts: keeps,
    dangers: [danger("loads a library", "-D -s -w -J*"), danger("writes a file", "-o --output -f -i")]
  },
  {
    names: ["ssh-keyscan"],
    facts: factsOf("ssh-keyscan(1)", { reachesNetwork: "asks other machines for their keys" }),
    closed: {
      source: "ssh-keyscan(1)",
      options: "-46cDHv -p= -T= -t= -O=",
      dangers: [danger("reads the names of machines from a file, and sends them", "-f=")]
    }
  }
]
