// The parts of an object's page. Each has an address, and is read when it is opened.
import type { ReactNode } from 'react'
import { ChangesCard } from '#components/objects/detail-cards.tsx'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { totalText } from '#components/list/total-text.ts'
import { isPlaced, type Kind } from '#lib/domain/objects/kinds.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { mayRead } from '#lib/http/portal/form-pages.ts'
import { read } from '#lib/http/portal/page.ts'
import { auditList } from '#lib/lists/audit.ts'
import { plainRows } from '#lib/lists/row-formats.ts'
import { documentOf } from '#lib/schemas/document.ts'
import { objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { listChangesUseCase } from '#lib/usecases/changes/read.ts'
import { AuditEvents } from './audit/audit-events.tsx'
import { DependenciesCards } from './dependencies-card.tsx'
import { isRelatedKind, RelationsCard } from './relations-card.tsx'

/** `tab` null: the first one. */
type Part = { readonly tab: string | null; readonly label: string }

const FIRST: Readonly<Partial<Record<Kind, string>>> = {
  application: 'Placements',
  cluster: 'Placements',
  'target-policy': 'Placements',
  team: 'Applications',
}

/** Those that need the whole width. */
export const WIDE: readonly (string | null)[] = ['relations', 'dependencies', 'onboarding']

/** The parts of a page that the visitor may open. What needs an application isn't kept, so that its past has no dependencies. */
export async function partsOf({ kind }: ModelObject, at: Date | null): Promise<readonly Part[]> {
  return [
    { tab: null, label: FIRST[kind] ?? 'Overview' },
    ...(kind === 'cluster' ? [{ tab: 'onboarding', label: 'Onboarding' }] : []),
    ...(isRelatedKind(kind) ? [{ tab: 'relations', label: 'Relations' }] : []),
    ...(kind === 'application' && at === null
      ? [{ tab: 'dependencies', label: 'Dependencies' }]
      : []),
    { tab: 'timeline', label: 'Timeline' },
    { tab: 'yaml', label: 'YAML' },
    ...((await mayRead({ kind: 'audit' })) ? [{ tab: 'audit', label: 'Audit' }] : []),
  ]
}

export function PartTabs({
  object,
  parts,
  opened,
  at,
}: {
  object: ModelObject
  parts: readonly Part[]
  opened: Part
  at: Date | null
}) {
  const path = objectPath(refOf(object))
  return (
    <Tabs
      label="Parts of this page"
      tabs={parts.map((part) => ({
        href: withQuery(path, { tab: part.tab, at: at?.toISOString() }),
        label: part.label,
        current: part === opened,
      }))}
    />
  )
}

export function OpenedPart({
  tab,
  object,
  at,
  isList,
  children,
}: {
  tab: string | null
  object: ModelObject
  at: Date | null
  /** Whether relations are a list. */
  isList: boolean
  /** The parts that are the kind's own. */
  children: ReactNode
}) {
  switch (tab) {
    case 'relations':
      return (
        isRelatedKind(object.kind) && (
          <RelationsCard object={object} kind={object.kind} at={at} isList={isList} />
        )
      )
    case 'dependencies':
      return object.kind === 'application' && <DependenciesCards application={object} />
    case 'timeline':
      return <TimelineCard object={object} at={at} />
    case 'yaml':
      return <YamlCard object={object} />
    case 'audit':
      return <AuditCard object={object} at={at} />
    default:
      return children
  }
}

const CHANGES_SHOWN = 10

async function TimelineCard({ object, at }: { object: ModelObject; at: Date | null }) {
  const ref = refOf(object)
  const { kind, name, team: namespace } = ref
  const named = { kind, name, namespace }
  const changes = await read(listChangesUseCase, {
    at,
    filter: isPlaced(kind) ? { object: ref } : named,
    before: null,
    limit: CHANGES_SHOWN,
  })
  const list = isPlaced(kind) ? { object: refKey(ref) } : named
  return (
    <ChangesCard
      changes={changes}
      allHref={withQuery(pagePaths.changes, { ...list, at: at?.toISOString() })}
    />
  )
}

function YamlCard({ object }: { object: ModelObject }) {
  const document = documentOf({ kind: object.kind, json: objectJson(object) })
  return (
    <Card title="YAML" note="as /apply takes it">
      <CodeBlock code={yamlText(plainRows([document]))} label="the object as YAML" />
    </Card>
  )
}

const EVENTS_SHOWN = 25

async function AuditCard({ object, at }: { object: ModelObject; at: Date | null }) {
  const query = { object: refKey(refOf(object)) }
  const { useCase: list, input, parameters } = auditList
  const window = { at, after: null, limit: EVENTS_SHOWN }
  const { items, ...total } = await read(list, input(parameters.parse(query), window, {}))
  return (
    <Card
      flush
      title="Audit"
      note={totalText(total)}
      actions={
        <TextLink href={withQuery(pagePaths.audit, { ...query, at: at?.toISOString() })}>
          Open as a list
        </TextLink>
      }
    >
      {items.length === 0 ? (
        <p className="p-4 text-muted">Nothing was asked of it yet.</p>
      ) : (
        <AuditEvents events={items} />
      )}
    </Card>
  )
}
