// The secret of a registration token: made by Berth, answered once, and replaced by the next one.
import { randomBytes } from 'node:crypto'
import {
  readRegistrationSecret,
  type SecretRow,
  writeRegistrationSecret,
} from '#db/queries/registration-secrets.ts'
import { principalOf } from '#lib/domain/access/actor.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import type { RegistrationToken } from '#lib/domain/objects/objects.ts'
import type { RegistrationSecretJson } from '#lib/schemas/registration.ts'
import { auditName } from '../audit/subject.ts'
import { type Context, defineEdit, defineRead, type Loaded } from '../define.ts'
import { type RefParameters, subjectOf } from '../objects/requested-object.ts'
import { hashSecret, REGISTRATION_PREFIX } from './authenticate.ts'

type OfToken = { readonly ref: RefParameters }
type Found = Identified<RegistrationToken>

const subject = subjectOf('registration-token')

export const readRegistrationSecretUseCase = defineRead<
  OfToken,
  RegistrationSecretJson,
  OfToken,
  Found
>({
  name: 'registration-tokens.secret',
  load: loadToken,
  run: async ({ scope }, _, { id }) =>
    secretJson(await readRegistrationSecret(scope, { token: id })),
})

export type MadeSecret = { readonly json: RegistrationSecretJson; readonly secret: string }

export const makeRegistrationSecretUseCase = defineEdit<OfToken, MadeSecret, OfToken, Found>({
  name: 'registration-tokens.make-secret',
  subject,
  load: loadToken,
  run: async ({ scope, actor, audit }, _, { id: token, object }) => {
    const before = await readRegistrationSecret(scope, { token })
    const secret = `${REGISTRATION_PREFIX}${randomBytes(32).toString('base64url')}`
    const madeBy = principalOf(actor)
    const after = await writeRegistrationSecret(scope, { token, hash: hashSecret(secret), madeBy })
    audit({
      object: auditName(subject, object.name),
      before: before && { secret: before.id },
      after: { secret: after.id },
    })
    return { json: secretJson(after), secret }
  },
})

async function loadToken({ fleet }: Context, { ref }: OfToken): Promise<Loaded<Found> | null> {
  const found = findByName((await fleet())[kinds['registration-token'].words], ref.name)
  return found && { resource: { kind: 'registration-token' }, found }
}

function secretJson(row: SecretRow | null): RegistrationSecretJson {
  return {
    id: row?.id ?? null,
    made_at: row?.madeAt.toISOString() ?? null,
    made_by: row?.madeBy ?? null,
    used: row?.used ?? 0,
    last_used_at: row?.lastUsedAt?.toISOString() ?? null,
  }
}
