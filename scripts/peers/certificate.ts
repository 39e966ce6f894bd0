// A certificate of the three hosts in internet.ts that it signed itself, until 2126, and its key, which protects nothing:
// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=peers.example.com \
//   -addext subjectAltName=DNS:git.example.com,DNS:charts.example.com,DNS:registry.example.com

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB1zCCAX2gAwIBAgIUBgErYJkQuJtyNjbxLKKBWVklaicwCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRcGVlcnMuZXhhbXBsZS5jb20wIBcNMjYxMTI3MTYxNTQyWhgP
MjEyNjExMDMxNjE1NDJaMBwxGjAYBgNVBAMMEXBlZXJzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEhcMkqH/2ezYZj3hS0EQkIS75xtNZ8UpY
gik6ywlsaclsaQf14X+05PQJzWALvTkvw5ZrWTAQqyXFdquz62zSNqOBmjCBlzAd
BgNVHQ4EFgQUzG7PBoH46JnPR3OKQ/PiC8hGOaswHwYDVR0jBBgwFoAUzG7PBoH4
6JnPR3OKQ/PiC8hGOaswDwYDVR0TAQH/BAUwAwEB/zBEBgNVHREEPTA7gg9naXQu
ZXhhbXBsZS5jb22CEmNoYXJ0cy5leGFtcGxlLmNvbYIUcmVnaXN0cnkuZXhhbXBs
ZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgeSZitFYW/jM4P3rmWzIsDbJzxUG1Vk/+
0B9m5uTYIaQCIQCez1FQ23en5GyX90/PcA22RokBse4EpbJVpX9jnWvpPw==
-----END CERTIFICATE-----
`

export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOBazpzFJN6vYoxFm
KOqZ7Fqv+qFqk4bI4R/c+WtEC7ehRANCAASFwySof/Z7NhmPeFLQRCQhLvnG01nx
SliCKTrLCWxpyWxpB/Xhf7Tk9AnNYAu9OS/DlmtZMBCrJcV2q7PrbNI2
-----END PRIVATE KEY-----
`
