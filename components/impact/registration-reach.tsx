'use client'

import { exampleOf, patternFlaw } from '#lib/domain/objects/registration-token/name-pattern.ts'
import { apiCollection } from '#lib/schemas/paths.ts'
import { ImpactPanel } from './impact-panel.tsx'
import type { ImpactRequest } from './impact-request.ts'
import { useImpact } from './use-impact.ts'

/** What a cluster would get that registers with a token, computed as if an admin added that cluster now. */
export function RegistrationReach({ token }: { token: Readonly<Record<string, unknown>> }) {
  const request = requestOf(token)
  return (
    <ImpactPanel
      id="reach"
      title="Such a cluster"
      verb="register"
      view={useImpact(request)}
      request={request}
      waiting={request === null ? 'Say how the clusters may be called.' : null}
      className="max-h-[40rem]"
    />
  )
}

/** `token`: its JSON. What a cluster says itself isn't known yet. */
function requestOf({
  name_pattern: pattern,
  environment,
  metadata,
}: Readonly<Record<string, unknown>>): ImpactRequest | null {
  if (typeof pattern !== 'string' || patternFlaw(pattern) !== null) return null
  const body = { name: exampleOf(pattern), environment, metadata }
  return { method: 'POST', path: apiCollection('cluster'), body, etag: null }
}
