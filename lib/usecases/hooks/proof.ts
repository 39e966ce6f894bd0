// How each Git host proves that it has the secret of a hook.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GitHost } from '#lib/domain/git/push.ts'
import type { HookProof } from './open.ts'

type Sent = { readonly headers: Headers; readonly body: Uint8Array }

type Check = (secret: string, sent: Sent) => boolean

/**
 * GitHub and Gitea sign the bytes of the body. GitLab and Azure DevOps send the secret itself, so that HTTPS alone protects what
 * they send.
 */
const CHECKS: Readonly<Record<GitHost, Check>> = {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  github: (secret, sent) => {
    const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(textOf(sent, 'x-hub-signature-256')) ?? []
    return hex !== undefined && isSignature(secret, sent.body, hex)
  },
  // https://docs.gitea.com/usage/webhooks#authorization-header
  gitea: (secret, sent) => {
    const hex = textOf(sent, 'x-gitea-signature')
    return /^[0-9a-f]{64}$/.test(hex) && isSignature(secret, sent.body, hex)
  },
  // https://docs.gitlab.com/user/project/integrations/webhooks/#validate-payloads-by-using-a-secret-token
  gitlab: (secret, sent) => isSame(textOf(sent, 'x-gitlab-token'), secret),
  // https://learn.microsoft.com/en-us/azure/devops/service-hooks/services/webhooks
  'azure-devops': (secret, sent) => isSame(passwordOf(textOf(sent, 'authorization')), secret),
}

/** Whether a delivery comes from somebody with the secret of the hook. */
export function isProven({ host, secret }: HookProof, sent: Sent): boolean {
  return CHECKS[host](secret, sent)
}

function textOf({ headers }: Sent, name: string): string {
  return headers.get(name) ?? ''
}

function isSignature(secret: string, body: Uint8Array, hex: string): boolean {
  return timingSafeEqual(
    createHmac('sha256', secret).update(body).digest(),
    Buffer.from(hex, 'hex'),
  )
}

/** In a time that says nothing of where they differ, or of how long either is. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(secret))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Of basic authentication, whoever the user is: https://datatracker.ietf.org/doc/html/rfc7617#section-2 */
function passwordOf(authorization: string): string {
  const [, sent = ''] = /^basic ([A-Za-z0-9+/]+=*)$/i.exec(authorization) ?? []
  const text = Buffer.from(sent, 'base64').toString()
  const colon = text.indexOf(':')
  return colon < 0 ? '' : text.slice(colon + 1)
}
