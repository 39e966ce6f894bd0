// A certificate of metrics.example.com that it signed itself, until 2126, and its key, which protects nothing:
// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=metrics.example.com \
//   -addext subjectAltName=DNS:metrics.example.com

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUdr8wNraTWhiKlQN+CTwRC5HiDhswCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTbWV0cmljcy5leGFtcGxlLmNvbTAgFw0yNjExMjIyMjUxMjRa
GA8yMTI2MTAyOTIyNTEyNFowHjEcMBoGA1UEAwwTbWV0cmljcy5leGFtcGxlLmNv
bTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAkXEI1pVlMciNSlmiLlwXepXr3Y
vomhQ8Vukn3asW71mtdS6PXzRB1jORvMWgAun8nGmQJoBdfW5B7kPhna4HCjczBx
MB0GA1UdDgQWBBQjtbMN3OoOuf6lWLQ/l+hnCuWikzAfBgNVHSMEGDAWgBQjtbMN
3OoOuf6lWLQ/l+hnCuWikzAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCE21l
dHJpY3MuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIhAO/+5jvszvkggen2
4VqoC9oTUsrEqYm43eE+SxvwdzgtAiAKhIqfAVmPAvwGAgYFAeZoT7paWWPd2lu5
Jt3nW+IgOA==
-----END CERTIFICATE-----
`

export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgic28Ybapsr3jsozw
O7WAvf9a6tdN1r2YupCvtzFlygKhRANCAAQJFxCNaVZTHIjUpZoi5cF3qV692L6J
oUPFbpJ92rFu9ZrXUuj180QdYzkbzFoALp/JxpkCaAXX1uQe5D4Z2uBw
-----END PRIVATE KEY-----
`
