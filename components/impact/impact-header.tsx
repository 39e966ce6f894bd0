import { GitBranch, type LucideIcon, ShieldAlert, TriangleAlert } from 'lucide-react'
import { Chip } from '#components/ui/chip.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Sentence } from '#components/ui/sentence.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { RolloutsAfterEdit } from '#components/freezes/stopped-rollouts.tsx'
import { Starts } from './starts.tsx'
import { Stops } from './stops.tsx'

const number = (value: number) => value.toLocaleString('en')

/** The impact in one sentence, for screen readers. */
export function sentenceOf({ placements, applications, clusters }: ImpactAnswer): string {
  const { added, removed, changed, kept } = placements
  if (added + removed + changed === 0) return `No placement would move; ${number(kept)} kept.`
  return `${counted(clusters, 'cluster')}, ${counted(applications, 'application')}: ${number(added)} added, ${number(removed)} removed, ${number(changed)} changed, ${number(kept)} kept.`
}

/** How much would move, what to be careful about, and where it would be written. */
export function ImpactHeader({ impact }: { impact: ImpactAnswer }) {
  const { placements, applications, clusters, files, branches, guards, warnings } = impact
  const moved = placements.added + placements.removed + placements.changed
  return (
    <div className="shrink-0 border-b p-4">
      <p className="text-base font-semibold">
        {moved > 0
          ? `${counted(moved, 'placement')} · ${counted(applications, 'application')}, ${counted(clusters, 'cluster')}`
          : 'No placement moves'}
      </p>
      <dl className="mt-2 grid grid-cols-4 gap-2">
        <Count name="Removed" sign="−" value={placements.removed} look="bg-bad-soft text-bad" />
        <Count name="Added" sign="+" value={placements.added} look="bg-good-soft text-good" />
        <Count name="Changed" sign="~" value={placements.changed} look="bg-warn-soft text-warn" />
        <Count name="Kept" sign="" value={placements.kept} look="" />
      </dl>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <GitBranch aria-hidden className="size-3.5" />
        {branches.length === 0 ? 'Git stays as it is' : <Branches branches={branches} />}
        {branches.length > 0 && (
          <span className="tabular-nums">
            {`${counted(files.added, 'file')} added, ${number(files.removed)} removed, ${number(files.modified)} modified`}
          </span>
        )}
      </p>
      {impact.stops && (
        <div className="mt-3">
          <Stops stops={impact.stops} />
        </div>
      )}
      {impact.starts && <Starts starts={impact.starts} />}
      {impact.rollouts && <RolloutsAfterEdit rollouts={impact.rollouts} />}
      {guards.length > 0 && (
        <div className="mt-3">
          <Notes icon={ShieldAlert} messages={messagesOf(guards)} />
        </div>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </div>
  )
}

function Count({
  name,
  sign,
  value,
  look,
}: {
  name: string
  sign: string
  value: number
  look: string
}) {
  return (
    <div
      className={classNames(
        'rounded-md px-1 py-1.5 text-center',
        value > 0 && look !== '' ? look : 'bg-sunken text-muted',
      )}
    >
      <dd className="text-lg leading-6 font-semibold tabular-nums">
        {value > 0 && sign}
        {number(value)}
      </dd>
      <dt className="text-xs">{name}</dt>
    </div>
  )
}

const BRANCHES_SHOWN = 3

export function Branches({ branches }: Pick<ImpactAnswer, 'branches'>) {
  const more = branches.length - BRANCHES_SHOWN
  return (
    <>
      {branches.slice(0, BRANCHES_SHOWN).map((branch) => (
        <Chip key={branch}>{branch}</Chip>
      ))}
      {more > 0 && <span>and {number(more)} more</span>}
    </>
  )
}

const WARNINGS_SHOWN = 3

export function Warnings({ warnings }: Pick<ImpactAnswer, 'warnings'>) {
  const more = warnings.slice(WARNINGS_SHOWN)
  return (
    <div className="mt-3 space-y-1.5">
      <Notes icon={TriangleAlert} messages={messagesOf(warnings.slice(0, WARNINGS_SHOWN))} />
      {more.length > 0 && (
        <details>
          <summary className="text-xs font-medium text-warn">
            {counted(more.length, 'more warning')}
          </summary>
          <div className="mt-1.5">
            <Notes icon={TriangleAlert} messages={messagesOf(more)} />
          </div>
        </details>
      )}
    </div>
  )
}

function messagesOf(said: readonly { readonly message: string }[]): string[] {
  return said.map(({ message }) => message)
}

function Notes({ icon: Icon, messages }: { icon: LucideIcon; messages: readonly string[] }) {
  return (
    <ul className="space-y-1.5">
      {messages.map((message) => (
        <li
          key={message}
          className="flex items-start gap-2 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn"
        >
          <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
          <Sentence>{message}</Sentence>
        </li>
      ))}
    </ul>
  )
}
