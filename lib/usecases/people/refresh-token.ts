import type { Sealing } from '#lib/secrets/sealed.ts'

type Of = { readonly tenant: number; readonly subject: string }

/** A refresh token as it is stored: sealed for the person that it was issued for. */
export function sealRefreshToken(sealing: Sealing, token: string, of: Of): Uint8Array {
  return sealing.seal(token, placeOf(of))
}

/** Throws `SealedUnreadable` when no key opens it. */
export function openRefreshToken(sealing: Sealing, sealed: Uint8Array, of: Of): string {
  return sealing.open(sealed, placeOf(of))
}

function placeOf({ tenant, subject }: Of) {
  return { tenant, field: `people.refresh_token of ${subject}` }
}
