// Makes an edit of the history as a person does: they look at what it would do, and save that.
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'
import type { WriteOutcome } from '#lib/usecases/changes/submit.ts'
import type { WriteOptions } from '#lib/usecases/changes/write-options.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type Session, type TenantIdentity } from '#lib/usecases/session.ts'
import { actorOf } from './people.ts'
import type { Edit, Step } from './script.ts'
import { servicesAt } from './services-at.ts'

const NOTHING_CONFIRMED: WriteOptions = {
  dryRun: true,
  impactSlice: { offset: 0, limit: 0 },
  diffSlice: null,
  confirmRemovals: null,
  confirmChanges: null,
  reason: null,
  expectedImpact: null,
  freeName: false,
  idempotency: null,
}

export async function makeEdit(
  services: Services,
  tenant: TenantIdentity,
  { at, maker, reason, edit }: Step,
): Promise<void> {
  const then = servicesAt(services, at)
  const session = ownSession(tenant, actorOf(maker, services.environment))
  const preview = await invoke(then, session, edit, NOTHING_CONFIRMED)
  if (preview.kind !== 'impact') throw new Error('a preview answers with its impact')
  const { confirmRemovals, confirmChanges } = preview.document
  const confirmed = { ...NOTHING_CONFIRMED, confirmRemovals, confirmChanges }
  await invoke(then, session, edit, { ...confirmed, dryRun: false, reason })
}

function invoke(
  services: Services,
  session: Session,
  edit: Edit,
  options: WriteOptions,
): Promise<WriteOutcome> {
  if (edit.verb === 'apply') {
    return applyUseCase.invoke(services, session, { documents: edit.documents, options })
  }
  const { verb, kind, ref } = edit
  const body = edit.verb === 'patch' ? edit.body : null
  return objectUseCases[kind][verb].invoke(services, session, {
    ref,
    body,
    precondition: '*',
    options,
  })
}
