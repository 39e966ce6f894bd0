import { CircleAlert, FilePen, type LucideIcon, ShieldX, Users } from 'lucide-react'
import { InstantField } from '#components/list/instant-field.tsx'
import { totalText } from '#components/list/total-text.ts'
import { AddressForm } from '#components/navigation/address-form.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Field } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Total } from '#lib/domain/lists/total.ts'
import { read } from '#lib/http/portal/page.ts'
import { apiPaths, listPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { readReviewUseCase, type Review, REVIEWED_DAYS } from '#lib/usecases/overview/review.ts'

/** What an auditor looks at first; each figure leads to its list. */
export async function ReviewScreen() {
  const review = await read(readReviewUseCase, null)
  return (
    <>
      <KeepCurrent seen={[]} />
      <div className="space-y-6">
        <Figures review={review} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <ByEnvironment review={review} />
          <AsOf />
          <AccessCard review={review} />
          <Exports />
        </div>
      </div>
    </>
  )
}

/** From the first day that the figures count. */
const since = ({ from }: Review) => from.toISOString().slice(0, 10)

function Figures({ review }: { review: Review }) {
  const from = since(review)
  return (
    <ul
      aria-label={`The last ${REVIEWED_DAYS} days`}
      className="grid grid-cols-2 gap-3 xl:grid-cols-4"
    >
      <Figure
        icon={FilePen}
        label="Changes"
        note={`in ${REVIEWED_DAYS} days`}
        total={review.changes}
        href={withQuery(pagePaths.changes, { from })}
      />
      <Figure
        icon={CircleAlert}
        label="Without a reason"
        note="of these changes"
        total={review.unexplained}
        isWarning
        href={withQuery(pagePaths.changes, { from, reason: 'none' })}
      />
      <Figure
        icon={ShieldX}
        label="Refused"
        note={`attempts in ${REVIEWED_DAYS} days`}
        total={review.refused}
        isWarning
        href={withQuery(pagePaths.audit, { from, result: 'refused' })}
      />
      <Figure
        icon={Users}
        label="Roles of people"
        note="now, in the tenant and in teams"
        total={review.roles}
        href={pagePaths.accessReview}
      />
    </ul>
  )
}

function Figure({
  icon: Icon,
  label,
  note,
  total,
  href,
  isWarning = false,
}: {
  icon: LucideIcon
  label: string
  note: string
  total: Total
  href: string
  isWarning?: boolean
}) {
  const look = isWarning && total.total > 0 ? 'text-warn' : ''
  return (
    <li>
      <Link
        href={href}
        className="flex h-full flex-col rounded-lg border bg-surface px-4 py-3 hover:border-edge"
      >
        <span className="flex items-center justify-between gap-2 font-medium">
          {label}{' '}
          <Icon aria-hidden className={classNames('size-4 shrink-0', look || 'text-muted')} />
        </span>
        <span
          className={classNames('mt-1 text-[1.75rem] leading-8 font-semibold tabular-nums', look)}
        >
          {totalText(total)}
        </span>
        <span className="text-xs text-muted">{note}</span>
      </Link>
    </li>
  )
}

/** Production is one of the environments, whatever a tenant calls it. */
function ByEnvironment({ review }: { review: Review }) {
  return (
    <Card
      flush
      title="Moved without a reason"
      note={`changes of ${REVIEWED_DAYS} days, by the environment where they moved placements`}
    >
      {review.environments.length === 0 && (
        <p className="p-4 text-muted">No cluster has an environment yet.</p>
      )}
      <ul className="divide-y">
        {review.environments.map(({ name, unexplained }) => (
          <li key={name} className="flex min-h-9 items-center justify-between gap-4 px-4 py-1.5">
            <TextLink
              strong
              href={withQuery(pagePaths.changes, {
                from: since(review),
                reason: 'none',
                environment: name,
              })}
            >
              {name}
            </TextLink>
            <span className={unexplained.total > 0 ? 'text-warn' : 'text-muted'}>
              {unexplained.total === 0 ? 'none' : `${totalText(unexplained)} without a reason`}
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2 text-xs text-muted">
        A guard rule asks for a reason wherever one is wanted.{' '}
        <TextLink href={listPath('guard-rule')}>Guard rules</TextLink>
      </p>
    </Card>
  )
}

const PAST_LISTS: readonly (readonly [string, string])[] = [
  ['Placements', pagePaths.placements],
  ['Matrix', pagePaths.matrix],
  ['Clusters', pagePaths.clusters],
  ['Policies', pagePaths.policies],
]

function AsOf() {
  return (
    <Card title="As of" note="what was decided, and what ran, at any time">
      <AddressForm action={pagePaths.placements} className="space-y-3">
        <Field id="as-of" label="At" className="w-60">
          <InstantField id="as-of" name="at" label="At" value="" />
        </Field>
        <div className="flex flex-wrap gap-2">
          {PAST_LISTS.map(([name, path]) => (
            <Button key={path} type="submit" formAction={path}>
              {name}
            </Button>
          ))}
        </div>
      </AddressForm>
    </Card>
  )
}

function AccessCard({ review }: { review: Review }) {
  return (
    <Card
      title="Access"
      note={`roles of people: ${totalText(review.roles)}`}
      actions={<TextLink href={pagePaths.accessReview}>Review</TextLink>}
    >
      <p className="text-muted">
        Who is known, which group or app role gives them which role in the tenant and in teams, and
        the RoleBinding on clusters that follows from it.{' '}
        <TextLink href={pagePaths.accessSettings}>What may one person do, and why?</TextLink>
      </p>
    </Card>
  )
}

const EXPORTS: readonly (readonly [string, string])[] = [
  ['Placements', apiPaths.placements],
  ['Changes', apiPaths.changes],
  ['History', apiPaths.history],
  ['Audit', apiPaths.audit],
  ['Access', apiPaths.accessReview],
]

function Exports() {
  return (
    <Card title="Exports" note="whole lists as CSV; each list exports what it is filtered by">
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {EXPORTS.map(([name, path]) => (
          <li key={name}>
            <a
              href={withQuery(path, { format: 'csv' })}
              download={`${path.split('/').at(-1)}.csv`}
              className="rounded-sm text-accent underline-offset-3 hover:underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
