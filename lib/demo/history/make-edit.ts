// Makes an edit of the history as a person does: they look at what it would do, and save that.
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'
import type { WriteOutcome } from '#lib/usecases/changes/submit.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import type { Services } from '#lib/usecases/services.ts'
import { ownSession, type Session, type TenantIdentity } from '#lib/usecases/session.ts'
import { actorOf } from './people.ts'
import type { Edit, Step } from './script.ts'
import { servicesAt } from './services-at.ts'

export async function makeEdit(
  services: Services,
  tenant: TenantIdentity,
  { at, maker, reason, edit }: Step,
): Promise<void> {
  const then = servicesAt(services, at)
  const session = ownSession(tenant, actorOf(maker, services.environment))
  const preview = await invoke(then, session, edit, { ...PLAIN_WRITE, dryRun: true })
  if (preview.kind !== 'impact') throw new Error('a preview answers with its impact')
  const { confirmRemovals, confirmChanges } = preview.document
  const confirmed = { ...PLAIN_WRITE, confirmRemovals, confirmChanges }
  await invoke(then, session, edit, { ...confirmed, reason })
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
