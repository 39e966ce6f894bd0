import type { HookRow } from '#db/queries/hooks.ts'
import type { DeliveryJson, HookJson, Ignored } from '#lib/schemas/hook.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { Subject } from '../audit/subject.ts'
import type { Services } from '../services.ts'

export const hookSubject: Subject = { kind: 'hook', namedBy: ['namespace', 'name'] }

/** A hook as it is answered and audited, without its secret. */
export function hookJson({ environment }: Pick<Services, 'environment'>, row: HookRow): HookJson {
  const { id, name, team, host, createdAt, createdBy, createdByName, lastDeliveryAt } = row
  return {
    id,
    name,
    namespace: team,
    host,
    url: `${environment.url}${apiPaths.hook(id)}`,
    created_at: createdAt.toISOString(),
    created_by: { id: createdBy, name: createdByName },
    last_delivery_at: lastDeliveryAt?.toISOString() ?? null,
  }
}

/** What a host is answered of whose delivery nothing came. */
export function ignored(why: Ignored): DeliveryJson {
  return { versions: [], branches: [], ignored: why }
}
