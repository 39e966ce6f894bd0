// The secrets that tests seal with.
import { createSealing } from '#lib/secrets/sealed.ts'

export const testSecrets = {
  sessionSecret: 'a secret that seals the sessions of tests',
  sealing: createSealing([Buffer.alloc(32, 7).toString('base64')], 'the tests'),
}
