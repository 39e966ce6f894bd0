'use client'

import { CircleAlert, CloudAlert, Hourglass, LoaderCircle, LogIn, Radar } from 'lucide-react'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import type { ApiProblem } from '#components/api.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/button.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { FileDiffs } from './file-diffs.tsx'
import { Flaws } from './flaws.tsx'
import { ImpactHeader, sentenceOf } from './impact-header.tsx'
import { ImpactItems } from './impact-items.tsx'
import type { ImpactRequest } from './impact-request.ts'
import { Notice } from './notice.tsx'
import { problemWords, SIGNED_OUT } from './problem-words.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { ToldValues } from './told-values.tsx'
import type { Computed, ImpactView } from './use-impact.ts'

type Remedy = (problem: ApiProblem) => ReactNode

const VERBS = {
  save: { doing: 'saving', done: 'saved' },
  delete: { doing: 'deleting', done: 'deleted' },
  clear: { doing: 'clearing', done: 'cleared' },
  rollBack: { doing: 'rolling back', done: 'rolled back' },
  endHold: { doing: 'ending the hold', done: 'ended' },
  confirm: { doing: 'confirming', done: 'confirmed' },
  undo: { doing: 'undoing', done: 'undone' },
  import: { doing: 'importing', done: 'imported' },
  register: { doing: 'registering', done: 'registered' },
}

export function ImpactPanel({
  view,
  request,
  waiting,
  verb = 'save',
  id = 'impact',
  title = 'Impact',
  className,
  remedy,
}: {
  view: ImpactView
  /** What the preview is of; null: the form is not complete yet. */
  request: ImpactRequest | null
  /** What is missing before there is anything to ask about, or to save; null: nothing. */
  waiting: string | null
  verb?: keyof typeof VERBS
  id?: string
  title?: string
  className?: string
  /** What somebody can do about a refusal here, under it. */
  remedy?: Remedy
}) {
  const { impact, isCurrent, problem } = view
  return (
    <section
      id={id}
      aria-label={title}
      aria-busy={request !== null && !isCurrent}
      className={classNames(
        'flex min-h-0 flex-col overflow-hidden rounded-lg border bg-surface',
        className,
      )}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b px-4">
        <h2 className="text-sm font-semibold">{title}</h2>
        <p className="text-xs text-muted">what {VERBS[verb].doing} would do</p>
        {request !== null && !isCurrent && (
          <LoaderCircle aria-hidden className="ml-auto size-4 animate-spin text-muted" />
        )}
      </header>
      <output className="sr-only">
        {request !== null && isCurrent && !problem && impact ? sentenceOf(impact) : ''}
      </output>
      <Body view={view} request={request} waiting={waiting} verb={verb} remedy={remedy} />
    </section>
  )
}

type BodyProps = {
  readonly view: ImpactView
  readonly request: ImpactRequest | null
  readonly waiting: string | null
  readonly verb: keyof typeof VERBS
  readonly remedy: Remedy | undefined
}

function Body({ view, request, waiting, verb, remedy }: BodyProps) {
  const { computed, problem } = view
  const isAwaited = request !== null && !view.isCurrent
  const hidesImpact = computed === null || verb !== 'save' || remedy !== undefined
  if (problem && (hidesImpact || !isRefused(problem))) {
    return <Problem view={view} problem={problem} verb={verb} remedy={remedy} />
  }
  if (computed) {
    return (
      <>
        {problem ? (
          <Remark isOfBefore>{`This can’t be saved as it is. ${problemWords(problem)}`}</Remark>
        ) : (
          waiting !== null && <Remark isOfBefore={request === null}>{waiting}</Remark>
        )}
        <Impact
          computed={computed}
          look={view.isCurrent && !problem ? '' : isAwaited ? 'opacity-50' : 'grayscale'}
        />
      </>
    )
  }
  if (request === null) {
    return (
      <Notice icon={Hourglass} title="Not complete yet">
        {waiting}
      </Notice>
    )
  }
  return (
    <Notice icon={Radar} title="Computing…">
      Every placement that this would move is being worked out.
    </Notice>
  )
}

/** Beside an impact that can't be saved yet: what was computed last stays readable while somebody types. */
function Remark({ isOfBefore, children }: { isOfBefore: boolean; children: string }) {
  return (
    <p className="flex shrink-0 items-start gap-2 border-b bg-sunken px-4 py-2 text-xs">
      <Hourglass aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />
      <span>
        {children}
        {isOfBefore && (
          <span className="text-muted"> Below is what the last complete text did.</span>
        )}
      </span>
    </p>
  )
}

/** `look`: of one that is out of date; it can be read for as long as it stays. */
function Impact({ computed, look }: { computed: Computed; look: string }) {
  const { impact } = computed
  const { files } = impact
  return (
    <div className={classNames('min-h-0 flex-1 overflow-y-auto transition-opacity', look)}>
      <ImpactHeader impact={impact} />
      <Radix.Root defaultValue="placements">
        <Radix.List
          aria-label="Parts of the impact"
          className="sticky top-0 z-10 flex gap-1 border-b bg-surface px-2"
        >
          <Tab value="placements" count={movedCount(impact)}>
            Placements
          </Tab>
          <Tab value="files" count={files.added + files.removed + files.modified}>
            Files
          </Tab>
          {impact.configs && (
            <Tab value="values" count={impact.configsTotal ?? 0}>
              Values
            </Tab>
          )}
        </Radix.List>
        <Radix.Content value="placements">
          <ImpactItems computed={computed} />
        </Radix.Content>
        <Radix.Content value="files">
          <FileDiffs computed={computed} />
        </Radix.Content>
        <Radix.Content value="values">
          <ToldValues computed={computed} />
        </Radix.Content>
      </Radix.Root>
    </div>
  )
}

function movedCount({ placements: { added, removed, changed } }: ImpactAnswer): number {
  return added + removed + changed
}

function Tab({ value, count, children }: { value: string; count: number; children: ReactNode }) {
  return (
    <Radix.Trigger
      value={value}
      className="flex h-9 items-center gap-1.5 border-b-2 border-transparent px-2 text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {children}
      <span className="rounded-full bg-sunken px-1.5 text-xs text-muted tabular-nums">
        {count.toLocaleString('en')}
      </span>
    </Radix.Trigger>
  )
}

/** Whether the answer was that the edit is wrong, rather than none. */
function isRefused({ status, code }: ApiProblem): boolean {
  return status >= 400 && status < 500 && code !== SIGNED_OUT
}

function Problem({
  view,
  problem,
  verb,
  remedy,
}: {
  view: ImpactView
  problem: ApiProblem
  verb: keyof typeof VERBS
  remedy: Remedy | undefined
}) {
  if (problem.code === SIGNED_OUT) {
    return (
      <Notice
        icon={LogIn}
        tone="warn"
        title="You are signed out"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <SignInAgain />
            <Button onClick={view.refresh}>Try again</Button>
          </span>
        }
      >
        {problemWords(problem)}
      </Notice>
    )
  }
  if (problem.status === 0 || problem.status >= 500) {
    return (
      <Notice
        icon={CloudAlert}
        tone="bad"
        title="The preview failed"
        action={<Button onClick={view.refresh}>Try again</Button>}
      >
        {problem.message} Nothing can be saved without knowing what it does.
      </Notice>
    )
  }
  return (
    <Notice
      icon={CircleAlert}
      tone="warn"
      title={`This can’t be ${VERBS[verb].done} as it is`}
      // Forms say at their fields what is wrong with them; nobody filled in what is to be undone.
      action={remedy?.(problem) ?? (verb === 'undo' && <Flaws problem={problem} />)}
    >
      {problemWords(problem)}
    </Notice>
  )
}
