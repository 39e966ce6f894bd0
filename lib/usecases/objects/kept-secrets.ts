// Seals the secrets of objects for the database, and opens them. Each is sealed for its object, its field and the server that
// may see it: if any of them is changed in the database, it can't be opened any more.
import { deleteSecrets, readSecret, writeSecret } from '#db/queries/object-secrets.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { type SentSecrets, secretRules } from '#lib/domain/objects/secrets.ts'
import { isErrorNamed } from '#lib/runtime/error-name.ts'
import type { SealedPlace, Sealing } from '#lib/secrets/sealed.ts'

function placeOf(tenant: number, object: ModelObject, field: string): SealedPlace {
  const server = secretRules(object)[field]!.serverOf(object)
  return { tenant, field: `${refKey(refOf(object))}.${field} for ${server}` }
}

type EditedObject = {
  readonly kind: Kind
  readonly id: number
  readonly before: ModelObject | null
  readonly after: ModelObject | null
  readonly secrets: SentSecrets
}

/** Keeps the secrets that came with an edit, and removes those that it ends. */
export async function keepSecrets(
  scope: TenantScope,
  sealing: Sealing,
  { kind, id: object, before, after, secrets }: EditedObject,
): Promise<void> {
  if (after === null) {
    if (Object.keys(secretRules(before!)).length > 0) await deleteSecrets(scope, { kind, object })
    return
  }
  for (const [field, secret] of secrets) {
    const key = { kind, object, field }
    if (secret === null) await deleteSecrets(scope, key)
    else await writeSecret(scope, key, sealing.seal(secret, placeOf(scope.tenant, after, field)))
  }
}

type SecretOf = { readonly id: number; readonly object: ModelObject; readonly field: string }

/** An object's secret in the clear, for the call that needs it; null: it has none. Throws `SealedUnreadable`. */
export async function openSecret(
  scope: TenantScope,
  sealing: Sealing,
  { id, object, field }: SecretOf,
): Promise<string | null> {
  const sealed = await readSecret(scope, { kind: object.kind, object: id, field })
  return sealed && sealing.open(sealed, placeOf(scope.tenant, object, field))
}

/** Whether this is the secret that is kept. What nobody can open any more isn't. */
export async function holdsSecret(
  scope: TenantScope,
  sealing: Sealing,
  of: SecretOf,
  secret: string,
): Promise<boolean> {
  try {
    return (await openSecret(scope, sealing, of)) === secret
  } catch (error) {
    if (isErrorNamed(error, ['SealedUnreadable'])) return false
    throw error
  }
}
