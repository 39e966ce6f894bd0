// Where people sign in to the demo: at an issuer that is part of its own server.
import type { Environment } from '#lib/settings/env.ts'

export const ISSUER_PATH = '/demo/issuer'

/** The address for the portal's own requests: on this machine, by whatever name people reach it. */
export function demoIssuerUrl({ port }: Pick<Environment, 'port'>): string {
  return `http://127.0.0.1:${port}${ISSUER_PATH}`
}

/** Whether people sign in at the demo's own issuer, and not at one that was set up for the demo. */
export function signsInAtDemo({
  identity: { oidc },
  isDemo,
  port,
}: Pick<Environment, 'identity' | 'isDemo' | 'port'>): boolean {
  return isDemo && oidc?.issuer === demoIssuerUrl({ port })
}
