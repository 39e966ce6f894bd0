import { Tags } from 'lucide-react'
import { FormPage } from '#components/object-form/form-page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { startableUseCase } from '#lib/usecases/rollouts/startable.ts'

/** What is rolled out, where the address doesn't say it. */
export async function ChooseApplication() {
  const { items, more } = await read(startableUseCase, null)
  return (
    <FormPage
      title="Roll out"
      crumbs={[{ href: pagePaths.rollouts, label: 'Rollouts' }]}
      description="Choose the application: those that follow versions, and that you may roll out."
      refusal={await whyNotCreate('application')}
    >
      {items.length === 0 ? (
        <EmptyState icon={Tags} title="There is no application to roll out">
          <p>One follows versions when somebody says so on the page on which it is edited.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y rounded-lg border bg-surface">
          {items.map(({ namespace, name }) => (
            <li key={`${namespace}/${name}`} className="px-4 py-2">
              <TextLink
                strong
                href={withQuery(pagePaths.newRollout, { namespace, application: name })}
              >
                {namespace} / {name}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt-2 text-muted">
          And {counted(more, 'more', 'more')}: their own pages have the button, too.
        </p>
      )}
    </FormPage>
  )
}
