import { Plus } from 'lucide-react'
import type { ListColumns } from '#components/list/chosen-columns.ts'
import { GuardedLink } from '#components/ui/guarded.tsx'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { newPath, withQuery } from '#lib/schemas/paths.ts'

type Described = {
  readonly object: ModelObject
  readonly json: { readonly status: { readonly implicit?: true } }
}

/** With a last column in which what only clusters name can be described. `refusal`: why the visitor may not; null: they may. */
export function withDescribing<Item extends Described>(
  columns: ListColumns<Item>,
  refusal: string | null,
): ListColumns<Item> {
  const describing = {
    heading: 'Describe it',
    isHeadingHidden: true,
    cell: ({ object: { kind, name }, json }: Item) =>
      json.status.implicit && (
        <GuardedLink href={withQuery(newPath(kind), { name })} icon={Plus} refusal={refusal}>
          Describe
        </GuardedLink>
      ),
  }
  return { ...columns, usual: [...columns.usual, describing] }
}
