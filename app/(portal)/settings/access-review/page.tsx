import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { searchField, teamField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { accessReviewList, roleBindingOf } from '#lib/lists/access-review.ts'
import { apiPaths, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { ReviewedRole } from '#lib/usecases/access/review.ts'

export const metadata: Metadata = { title: 'Access review' }

export default async function AccessReviewPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const roles = await readPageList(pagePaths.accessReview, accessReviewList, await searchParams)
  return (
    <ListView
      title="Access review"
      description="Who has signed in, what gives them which role, and the RoleBinding of that group on each cluster where the team has an application."
      list={roles}
      api={apiPaths.accessReview}
      isOfNow
      fields={[{ ...searchField, placeholder: 'Name, e-mail or subject' }, teamField]}
      nothing={{
        icon: Users,
        title: 'Nobody has a role yet',
        text: <p>People are known once they have signed in.</p>,
      }}
    >
      {(rows) => (
        <ColumnTable
          label="Roles of people"
          columns={COLUMNS}
          items={rows}
          keyOf={({ subject, team, source, value, role }) =>
            JSON.stringify([subject, team, source, value, role])
          }
        />
      )}
    </ListView>
  )
}

const COLUMNS: readonly Column<ReviewedRole>[] = [
  {
    heading: 'Person',
    cell: ({ name, email, subject }) => (
      <>
        <TextLink strong href={withQuery(pagePaths.accessSettings, { person: subject })}>
          {name}
        </TextLink>
        {email !== null && <span className="block text-xs text-muted">{email}</span>}
      </>
    ),
  },
  {
    heading: 'Where',
    cell: ({ team }) =>
      team === '' ? 'The whole tenant' : <TextLink href={pagePaths.team(team)}>{team}</TextLink>,
  },
  { heading: 'Role', cell: ({ role }) => role },
  {
    heading: 'Given by',
    from: 'sm',
    cell: ({ source, value, description }) => (
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        {source === 'group' ? 'group' : 'app role'} <Chip>{value}</Chip>
        <span className="text-xs text-muted">{description}</span>
      </span>
    ),
  },
  {
    heading: 'RoleBinding',
    from: 'md',
    cell: (role) => {
      const binding = roleBindingOf(role)
      return binding === null ? <None /> : <Chip>{binding}</Chip>
    },
  },
  {
    heading: 'Signed in',
    from: 'lg',
    cell: ({ signedInAt }) => (signedInAt === null ? 'never' : <Ago at={signedInAt} />),
  },
]
