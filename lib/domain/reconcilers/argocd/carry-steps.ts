// What the people of a site without a network do, so that its cluster is heard of by files.
import type { ManualStep } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { shellQuoted } from './shell.ts'

const KEY = 'berth-report.key'

/** Makes the key that stays on the site, and prints the half that Berth is given. */
export const MAKE_KEY = [
  `(umask 077 && openssl genpkey -algorithm ed25519 -out ${KEY}) &&`,
  `openssl pkey -in ${KEY} -pubout`,
].join('\n')

/**
 * Writes the file of a report. `cluster` is a word of a shell. The list is written down before it is compressed, so that
 * nothing is signed where kubectl failed. https://docs.openssl.org/3.0/man1/openssl-pkeyutl/
 */
export function writeReport(cluster: string): string {
  return [
    `at=$(date -u +%FT%TZ) && file=report-$(date -u +%Y%m%d-%H%M%S).berth && folder=$(mktemp -d) &&`,
    `kubectl get applications.argoproj.io --all-namespaces --output json > "$folder/list" &&`,
    `printf '{"apiVersion":"berth.dev/v1","kind":"CarriedReport","cluster":"%s","at":"%s"}\\n' \\`,
    `  ${cluster} "$at" > "$folder/signed" &&`,
    `gzip --stdout "$folder/list" >> "$folder/signed" &&`,
    `openssl pkeyutl -sign -rawin -inkey ${KEY} -in "$folder/signed" -out "$folder/signature" &&`,
    `openssl base64 -A -in "$folder/signature" -out "$folder/first" &&`,
    `{ cat "$folder/first"; echo; cat "$folder/signed"; } > "$file" && rm -r "$folder"`,
  ].join('\n')
}

export function carrySteps(name: string): readonly ManualStep[] {
  return [
    {
      title: 'Make a key on the site',
      why: 'Once. Its private half never leaves the site; an admin registers the public half, which is printed, on this page or by the API. OpenSSL 3 or newer does it.',
      command: MAKE_KEY,
      check: {
        command: `openssl pkey -in ${KEY} -noout -text`,
        expected: 'It begins with ED25519 Private-Key.',
      },
      warning: `Whoever has ${KEY} can say anything of this cluster. Keep it where the cluster’s own secrets are.`,
    },
    {
      title: 'Write a report',
      why: 'As often as files are carried away, in the folder of the key. Each file is whole by itself: lost ones are no harm, and older ones fill the history in.',
      command: writeReport(shellQuoted(name)),
      check: {
        command: 'head -n 2 "$file" | tail -n 1',
        expected: 'It names this cluster, and when it was looked at.',
      },
      warning: null,
    },
  ]
}
