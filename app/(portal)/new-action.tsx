import { ActionLink } from '#components/object-form/action-link.tsx'
import { KIND_WORDS } from '#components/objects/kinds.ts'
import type { Kind } from '#lib/domain/objects.ts'
import { mayCreate } from '#lib/http/form-pages.ts'
import { newPath } from '#lib/paths.ts'
import { writeRefusals } from './write-refusals.ts'

/** The way to a new object, on the list of its kind. */
export async function NewAction({ kind }: { kind: Kind }) {
  const refusal = (await mayCreate(kind)) ? null : writeRefusals[kind]
  return (
    <ActionLink href={newPath(kind)} icon="new" look="primary" refusal={refusal}>
      {`New ${KIND_WORDS[kind]}`}
    </ActionLink>
  )
}
