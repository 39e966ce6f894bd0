// What the host of the tenant's repository tells: that somebody merged, closed or pushed. Nothing of it is believed, so nothing can be
// made to happen by it that wouldn't happen a minute later; the publisher looks in Git and asks the host itself.
import { lookWhereTold } from '#db/queries/told-branches.ts'
import { writeDelivery } from '#db/queries/hooks.ts'
import {
  branchesToLookAt,
  isOfRepository,
  type RepositoryEvent,
} from '#lib/domain/git/repository-event.ts'
import type { DeliveryJson } from '#lib/schemas/hook.ts'
import { asked, defineRecord } from '../define.ts'
import { repositoryOf } from '../repository/tenant-repository.ts'
import { ignored } from './represent.ts'

/** `event` null: of something else. */
type HeardEvent = { readonly event: RepositoryEvent | null }

export const hearEventUseCase = defineRecord<HeardEvent, DeliveryJson>({
  name: 'hooks.hear-event',
  oneIn: 1,
  load: () => asked({ kind: 'repository-event' }),
  run: async (context, { event }) => {
    const { scope, actor } = context
    await writeDelivery(scope, actor.id)
    if (event === null) return ignored('event')
    const { repoUrl, pullUrl } = await repositoryOf(context)
    if (!isOfRepository(event, [repoUrl ?? pullUrl, pullUrl])) return ignored('another_repository')
    const branches = await lookWhereTold(scope, branchesToLookAt(event))
    if (branches.length === 0) return ignored('no_pull_request')
    return { versions: [], branches, ignored: null }
  },
})
