import { Tag } from 'lucide-react'
import { Guarded } from '#components/ui/guarded.tsx'
import type { Target } from '#lib/domain/objects/application/target.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { AnnounceButton } from './announce-button.tsx'

/** Announces a version of an application, for those who may edit it. */
export async function AnnounceAction({
  application: { namespace, name },
  targets,
}: {
  application: { readonly namespace: string; readonly name: string }
  /** Those of the application. */
  targets: readonly Target[]
}) {
  const refusal = await whyNotWrite({ kind: 'application', team: namespace })
  return (
    <Guarded icon={Tag} label="Announce a version" refusal={refusal}>
      <AnnounceButton application={{ namespace, name }} targets={targets} />
    </Guarded>
  )
}
