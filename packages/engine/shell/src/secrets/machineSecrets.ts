import { takes } from "./SecretOptions.ts"

/** The secrets in the commands of archivers, key tools and system tools. */
export const machineSecrets = [
  takes("openssl-enc(1)", "openssl", { hasLongOptions: true, options: "-k -K -passwd" }),
  takes("openssl-passphrase-options(1)", "openssl", {
    behind: ["pass:", "-pass -passin -passout -kfile -pwri_password -srppass -psk"]
  }),
  takes("openssl-s_client(1)", "openssl", { options: "-psk -srppass -proxy_pass -pwri_password -hmac" }),
  takes("openssl-passwd(1)", "openssl", { after: "passwd", operands: 1 }),
  takes("smbpasswd(8)", "smbpasswd", { behind: ["%", "-U"], operands: 2 }),
  takes("zip(1), unzip(1)", "zip unzip zipcloak zipinfo funzip", { options: "-P --password" }),
  takes("7z(1)", "7z 7za 7zr 7zz p7zip rar unrar", { joined: "-p -hp" }),
  takes("bsdtar(1)", "bsdtar", { options: "--passphrase" }),
  takes("gpg(1)", "gpg gpg2 gpgsm gpg-agent", { options: "--passphrase" }),
  takes("gpg-preset-passphrase(1)", "gpg-preset-passphrase", { options: "-P --passphrase" }),
  takes("ssh-keygen(1)", "ssh-keygen", { options: "-N -P" }),
  takes("keytool, jarsigner, Options", "keytool jarsigner apksigner", {
    options: "-storepass -keypass -deststorepass -srcstorepass -destkeypass -srckeypass -new --ks-pass --key-pass"
  }),
  takes("qpdf manual, Encryption", "qpdf", { options: "--password" }),
  takes("qpdf manual, Encryption", "qpdf", { after: "--encrypt", operands: 1 }),
  takes("pdftk(1)", "pdftk", { options: "input_pw owner_pw user_pw" }),
  takes("pdftotext(1)", "pdftotext pdftoppm pdfinfo pdfimages pdftocairo pdftohtml", { options: "-opw -upw" }),
  takes("useradd(8), usermod(8)", "useradd usermod groupadd groupmod adduser", { options: "-p --password" }),
  takes("nmcli(1)", "nmcli", { options: "password wifi-sec.psk 802-11-wireless-security.psk ipv4.psk" }),
  takes("wpa_passphrase(8)", "wpa_passphrase", { operands: 2 }),
  takes("iwconfig(8)", "iwconfig", { options: "key enc" }),
  takes("security(1), macOS", "security", {
    options: "-w -p -P",
    after: "add-generic-password"
  }),
  takes("security(1), macOS", "security", { options: "-w", after: "add-internet-password" }),
  takes("security(1), macOS", "security", { options: "-p", after: "unlock-keychain" }),
  takes("security(1), macOS", "security", { options: "-p", after: "create-keychain" }),
  takes("security(1), macOS", "security", { options: "-P", after: "import" }),
  takes("dscl(1), macOS", "dscl", { after: "-passwd", operands: 2 }),
  takes("sysadminctl(8), macOS", "sysadminctl", { options: "-password -newPassword -oldPassword -adminPassword" }),
  takes("net user, net use: Windows commands", "net net.exe", { after: "user", operands: 2 }),
  takes("net user, net use: Windows commands", "net net.exe", { after: "use", operands: 3 }),
  takes("cmdkey, schtasks, runas: Windows commands", "cmdkey cmdkey.exe schtasks schtasks.exe psexec psexec.exe", {
    options: "/pass /pass: /rp -p"
  }),
  takes("ansible(1)", "ansible ansible-playbook ansible-vault", { options: "--vault-password" }),
  takes("veracrypt, Command Line Usage", "veracrypt truecrypt", {
    options: "-p --password"
  }),
  takes("steghide(1)", "steghide", { options: "-p --passphrase" }),
  takes("fcrackzip(1)", "fcrackzip", { options: "-p" }),
  takes("x11vnc(1), vncdo", "x11vnc vncdo vncdotool", { options: "-passwd -p" }),
  takes("signtool, osslsigncode(1)", "signtool signtool.exe osslsigncode", { options: "/p -pass" }),
  takes("adb, pair", "adb", { after: "pair", operands: 2 }),
  takes("kadmin(1)", "kadmin kadmin.local", { options: "-w -pw" }),
  takes("mkpasswd(1)", "mkpasswd", { operands: 1 }),
  takes("oathtool(1)", "oathtool", { operands: 1 }),
  takes("bw, Bitwarden CLI", "bw", { after: "unlock", operands: 1 }),
  takes("bw, Bitwarden CLI", "bw", { after: "login", operands: 2 }),
  takes("bw, Bitwarden CLI", "bw", { options: "--session" }),
  takes("op, 1Password CLI", "op", { operands: 1, operandMark: "=", after: "item" }),
  takes("keepassxc-cli(1)", "keepassxc-cli", { options: "--pw" })
]
