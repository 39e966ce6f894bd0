import { SearchX } from 'lucide-react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'

export default function NotFound() {
  return (
    <div className="rounded-lg border bg-surface">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title="There is nothing here"
        actions={<TextLink href={pagePaths.overview}>Go to the overview</TextLink>}
      >
        <p>It doesn’t exist, it did not exist at that time, or you may not see it.</p>
      </EmptyState>
    </div>
  )
}
