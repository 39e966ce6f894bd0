import { Plus } from 'lucide-react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { newPath } from '#lib/schemas/paths.ts'

export async function NewAction({ kind }: { kind: Kind }) {
  return (
    <GuardedLink href={newPath(kind)} icon={Plus} look="primary" refusal={await whyNotCreate(kind)}>
      {`New ${kinds[kind].word}`}
    </GuardedLink>
  )
}
