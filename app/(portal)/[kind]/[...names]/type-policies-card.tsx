import { totalText } from '#components/list/total-text.ts'
import { PolicyTable } from '#components/objects/policy-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import { read } from '#lib/http/portal/page.ts'
import { typePoliciesUseCase } from '#lib/usecases/objects/type-policies.ts'

/** The policies that ask for a type, and so place on whichever clusters have it. */
export async function TypePoliciesCard({ type }: { type: string }) {
  const { items, ...total } = await read(typePoliciesUseCase, { ref: { name: type } })
  return (
    <Card flush title="Policies" note={items.length > 0 && totalText(total)}>
      {items.length === 0 ? (
        <p className="p-4 text-muted">
          No policy that you may see selects clusters by this type. <Selecting type={type} />
        </p>
      ) : (
        <PolicyTable policies={items} at={null} />
      )}
    </Card>
  )
}

/** How a policy says it. Clusters that name no type have no such label. */
function Selecting({ type }: { type: string }) {
  if (type !== DEFAULT_TYPE_NAME) {
    return (
      <>
        One that is for all of them, and for those to come, says <Chip>type={type}</Chip>.
      </>
    )
  }
  return (
    <>
      Clusters that name no type have no label <Chip>type</Chip>: <Chip>!type</Chip> selects them.
    </>
  )
}
