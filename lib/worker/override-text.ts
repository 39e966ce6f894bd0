// What the text of a commit says of what its changes overrode.
import type { PendingChange, PendingOverride } from '#db/queries/publishing.ts'
import type { Trailer } from '#lib/adapters/git/commit.ts'
import { inert } from '#lib/domain/git/inert-text.ts'
import { reasonText } from './reason-text.ts'

/** Of a change that overrode more, a commit tells of the first ones. */
const TOLD_MAX = 20

type Overriding = Pick<PendingChange, 'overrides'>

export function overrideTrailers({ overrides }: Overriding): Trailer[] {
  // A trailer contains only ASCII, and no spaces.
  return overrides
    .slice(0, TOLD_MAX)
    .map(({ code, name }) => ['Berth-Override', encodeURI(`${code}/${name}`)])
}

export function overrideLines({ overrides }: Overriding): string[] {
  return overrides.slice(0, TOLD_MAX).map(lineOf)
}

function lineOf({ code, name, by, reason }: PendingOverride): string {
  const who = by ? ` by ${inert(by.name)}` : ''
  const why = reasonText(reason ?? null)
  return `overridden${who}: ${code} ${inert(name)}${why === '' ? '' : `, ${why}`}`
}
