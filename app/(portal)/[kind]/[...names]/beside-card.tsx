import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'

const SHOWN = 12

/** Ways to look at an environment beside each other one. */
export async function BesideCard({ environment }: { environment: string }) {
  const { items, total } = await read(objectUseCases.environment.list, {
    filter: { selector: null, text: null, sort: BY_NAME },
    at: null,
    after: null,
    limit: SHOWN + 1,
  })
  const others = items.map(({ json }) => json.name).filter((name) => name !== environment)
  if (others.length === 0) return null
  const shown = others.slice(0, SHOWN)
  const more = total - 1 - shown.length
  return (
    <Card title="Compare with" note="which versions are here, and which there">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {shown.map((other) => (
          <li key={other}>
            <TextLink href={pagePaths.comparison(environment, other)}>{other}</TextLink>
          </li>
        ))}
        {more > 0 && <li className="text-muted">and {more.toLocaleString('en')} more</li>}
      </ul>
    </Card>
  )
}
