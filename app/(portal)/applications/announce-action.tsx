import { Tag } from 'lucide-react'
import { Guarded } from '#components/ui/guarded.tsx'
import { sourceTypeOf } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { AnnounceButton } from './announce-button.tsx'

/** Announces a version of an application, for those who may edit it. */
export async function AnnounceAction({
  application: { team: namespace, name, follow, targets, packaging },
}: {
  application: Pick<Application, 'team' | 'name' | 'follow' | 'targets' | 'packaging'>
}) {
  const refusal = await whyNotWrite({ kind: 'application', team: namespace })
  return (
    <Guarded icon={Tag} label="Announce a version" refusal={refusal}>
      <AnnounceButton
        application={{ namespace, name }}
        type={sourceTypeOf({ packaging })}
        follow={follow}
        targets={targets}
      />
    </Guarded>
  )
}
