import { Undo2 } from 'lucide-react'
import { cache } from 'react'
import { Guarded } from '#components/ui/guarded.tsx'
import { readOrWhyNot } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { RollbackBody } from '#lib/schemas/rollback.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { RollbackButton } from './rollback-button.tsx'

type Ref = { readonly namespace: string; readonly name: string }

/** Read once for all rows of a page. */
const currentOf = cache((namespace: string, name: string) =>
  readOrWhyNot(applications.get, { ref: { namespace, name }, at: null }),
)

/** Offers the way back to a time; nothing for an application that is no more. */
export async function RollbackAction({
  application: { namespace, name },
  to,
  when,
}: {
  application: Ref
  to: RollbackBody['to']
  when: string
}) {
  const found = await currentOf(namespace, name)
  if (found.kind === 'refused') return null
  const { object, etag } = found.answer
  const refusal = await whyNotWrite(resourceOf(object))
  return (
    <Guarded icon={Undo2} label="Roll back to this" refusal={refusal}>
      <RollbackButton application={{ namespace, name }} etag={etag} to={to} when={when} />
    </Guarded>
  )
}
