// Hooks of a team are made and deleted by those who write its applications, those of the repository by admins. They stay when their
// makers go.
import { randomBytes, randomUUID } from 'node:crypto'
import { countHooksOf, deleteHook, type HookRow, insertHook, readHook } from '#db/queries/hooks.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { type HookJson, type NewHook, readNewHook } from '#lib/schemas/hook.ts'
import { auditName } from '../audit/subject.ts'
import { asked, type Context, defineEdit, type Loaded } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { findLimit } from '../tokens/create.ts'
import { isHookId, placeOf } from './open.ts'
import { hookJson, hookSubject } from './represent.ts'

/** Of each team, and of the repository. */
const HOOKS_MAX = 20

/** As other secrets of ours, so that scanners of repositories know it. */
const SECRET_PREFIX = 'berth_hook_'

/** The secret is sealed, and in no later answer. */
export type MadeHook = { readonly json: HookJson; readonly secret: string }

export const makeHookUseCase = defineEdit<unknown, MadeHook, NewHook, number | null>({
  name: 'hooks.create',
  subject: hookSubject,
  parse: readNewHook,
  load: loadTeam,
  run: async (context, { name, host }, team) => {
    const { scope, services, actor, audit } = context
    if ((await countHooksOf(scope, team, HOOKS_MAX)) === HOOKS_MAX) throw tooMany(team)
    const id = randomUUID()
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64url')}`
    await insertHook(scope, {
      id,
      name,
      team,
      host,
      sealed: services.sealing.seal(secret, placeOf(scope.tenant, id)),
      createdBy: principalOf(actor),
      createdByName: actor.name,
    })
    const json = hookJson(services, (await readHook(scope, id))!)
    audit({ object: auditName(hookSubject, id), before: null, after: json })
    return { json, secret }
  },
})

/** The number of the team that it will be of, or null for the repository. Nothing: there is no such team. */
async function loadTeam(
  { scope }: Context,
  { team }: NewHook,
): Promise<Loaded<number | null> | null> {
  if (team === null) return asked({ kind: 'hook', team })
  const found = await findLimit(scope, 'team', team)
  return typeof found === 'number' ? { resource: { kind: 'hook', team }, found } : null
}

type HookRef = { readonly id: string }

/** What a host sends to it from then on is answered as if it had never been. */
export const deleteHookUseCase = defineEdit<HookRef, null, HookRef, HookRow>({
  name: 'hooks.delete',
  subject: hookSubject,
  load: async ({ scope }, { id }) => {
    const found = isHookId(id) ? await readHook(scope, id) : null
    return found && { resource: { kind: 'hook', team: found.team }, found }
  },
  run: async ({ scope, services, audit }, { id }, before) => {
    await deleteHook(scope, id)
    audit({ object: auditName(hookSubject, id), before: hookJson(services, before), after: null })
    return null
  },
})

function tooMany(team: number | null): Refusal {
  const whose = team === null ? 'The repository' : 'The team'
  return new Refusal('conflict', `${whose} has ${HOOKS_MAX} hooks, as many as one may have.`, {
    code: 'too_many',
  })
}
