// What a Git host tells a hook of: its pushes become versions of the team's applications that follow their branches.
import { findOutcome, insertOutcome } from '#db/queries/idempotency-keys.ts'
import { writeDelivery } from '#db/queries/hooks.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import { type Follower, followersOf, type Push } from '#lib/domain/git/push.ts'
import type { DeliveryJson } from '#lib/schemas/hook.ts'
import { auditName } from '../audit/subject.ts'
import { asked, type Context, defineEdit, defineRecord } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { announceHead } from '../versions/announce.ts'
import { hookSubject, ignored } from './represent.ts'

/** Other edits of the tenant wait while their versions are kept. */
const FOLLOWERS_MAX = 200

const versionsOfItsTeam = ({ actor }: Pick<Context, 'actor'>) =>
  asked({ kind: 'version', team: actor.announces ?? '' })

/** Notes that the host was heard. Answers how many applications follow what was pushed, so that for most pushes no edit waits. */
export const hearDeliveryUseCase = defineRecord<{ readonly push: Push | null }, number>({
  name: 'hooks.hear',
  oneIn: 1,
  load: versionsOfItsTeam,
  run: async (context, { push }) => {
    await writeDelivery(context.scope, context.actor.id)
    return push === null ? 0 : (await followersIn(context, push)).length
  },
})

export type PushDelivery = {
  /** What the host calls the delivery; null: it doesn't say. */
  readonly delivery: string | null
  readonly push: Push
}

export const receivePushUseCase = defineEdit<PushDelivery, DeliveryJson>({
  name: 'hooks.receive',
  subject: hookSubject,
  load: versionsOfItsTeam,
  recall: async (context, { delivery }) => {
    const known =
      delivery === null ? null : await findOutcome(context.scope, keyOf(context, delivery))
    return known && ignored('repeated')
  },
  run: async (context, { delivery, push }) => {
    const { scope, actor, audit } = context
    const followers = await followersIn(context, push)
    if (followers.length > FOLLOWERS_MAX) throw tooMany(followers.length)
    const versions: DeliveryJson['versions'] = []
    for (const follower of followers) {
      const { team: namespace, name: application } = follower.object
      const { commit } = follower
      versions.push({
        namespace,
        application,
        number: await announceHead(context, follower),
        commit,
      })
    }
    if (delivery !== null) {
      await insertOutcome(scope, { ...keyOf(context, delivery), bodyHash: '' }, true)
    }
    audit({ object: auditName(hookSubject, actor.id) })
    return versions.length === 0
      ? ignored('nobody_follows')
      : { versions, branches: [], ignored: null }
  },
})

async function followersIn({ actor, fleet }: Context, push: Push): Promise<readonly Follower[]> {
  const { applications } = await fleet()
  const ofTeam = idsOfTeam(applications, actor.announces ?? '')
  return followersOf(
    push,
    ofTeam.map((id) => ({ id, object: applications.slots[id]! })),
  )
}

/** A delivery is remembered for as long as outcomes of writes are. */
function keyOf({ actor }: Context, key: string) {
  return { principal: principalOf(actor), route: 'POST /hooks', key }
}

function tooMany(count: number): Refusal {
  const most = `a push is taken for at most ${FOLLOWERS_MAX}`
  return new Refusal('conflict', `${count} applications follow this branch; ${most}.`, {
    code: 'too_many',
  })
}
