// Shows an object's fields, for a kind whose page is made from its form.
import type { ReactNode } from 'react'
import { type ControlName, type FieldOf, type Held } from '#components/object-form/controls.ts'
import { hoursText } from '#components/object-form/hours-text.ts'
import { askedOf, valuesOf } from '#components/object-form/kind-spec.ts'
import { valuesText } from '#components/object-form/typed-values.ts'
import { pickWords } from '#components/object-form/pick-words.ts'
import { AskedQuestion } from '#components/list/asked-question.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Chip, SelectorChip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Exact } from '#components/ui/time.tsx'
import { labelsOf, objectJson } from '#lib/domain/objects/object-json.ts'
import { isKind } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, ownerOf } from '#lib/domain/objects/objects.ts'
import { listPath, pagePaths, pathAt, withQuery } from '#lib/schemas/paths.ts'
import { LabelChips, LabelLinks, None } from './label-chips.tsx'
import { Owner } from './object-columns.tsx'
import { ValuesShown } from './source-facts.tsx'
import { WaveFacts } from './wave-facts.tsx'

type NameOfGroup = (id: string) => string
type Shown = {
  readonly object: ModelObject
  readonly at: Date | null
  readonly nameOf: NameOfGroup
}
type Show<C extends ControlName> = (held: Held[C], field: FieldOf<C>, shown: Shown) => ReactNode

const SHOW: { readonly [C in ControlName]: Show<C> } = {
  name: (name) => name,
  owner: (team, _, { at }) => <Owner team={team || null} at={at} />,
  text: (text, { mono, empty }) => {
    if (text === '') return empty ?? <None />
    return mono ? <Chip>{text}</Chip> : text
  },
  instant: (text) => (text === '' ? <None /> : <Exact at={new Date(text)} />),
  lines: (text) => <Chips texts={text.split('\n')} />,
  count: (count) => count || <None />,
  choice: (value, { choices }) => choices.find((choice) => choice.value === value)?.title ?? value,
  choices: (values, { choices }) => (
    <Chips texts={choices.flatMap(({ value, title }) => (values.includes(value) ? [title] : []))} />
  ),
  switch: (isOn) => (isOn ? 'Yes' : 'No'),
  labels: (_, __, { object }) => (
    <LabelLinks labels={labelsOf(object)} path={listPath(object.kind)} />
  ),
  entries: (rows) => (
    <LabelChips labels={new Map(rows.map(({ key, value }) => [key, value]))} max={rows.length} />
  ),
  selector: ({ text }, { of }, { object, at }) => (
    <SelectedLink kind={of} selector={text} team={ownerOf(object)} at={at} />
  ),
  limit: (held) => (held ? <SelectorChip selector={held.text} /> : 'All'),
  'all-or-lines': (text) => (text === '*' ? 'All' : <Chips texts={text.split('\n')} />),
  'group-ids': (ids, _, { nameOf }) => <Chips texts={ids.split('\n').map(nameOf)} />,
  groups: (groups, _, { nameOf }) => (
    <Chips texts={groups.map(({ id, role }) => `${nameOf(id)} as ${role}`)} />
  ),
  question: (query, _, { object }) =>
    object.kind === 'saved-report' ? (
      <AskedQuestion list={object.list} query={query} at={object.at} />
    ) : (
      query
    ),
  queries: (queries) => <Chips texts={queries.map(({ metric }) => metric)} />,
  secret: ({ isSet }) => (isSet ? 'Set' : 'Not set'),
  several: (chosen, { choices }) => (
    <Chips texts={choices.flatMap(({ value, title }) => (chosen.includes(value) ? [title] : []))} />
  ),
  hours: (hours) => <Chips texts={hours.map(hoursText)} />,
  'open-hours': ({ timeZone, weekly }) =>
    weekly.length === 0 ? 'Always' : <Chips texts={[...weekly.map(hoursText), timeZone]} />,
  dependencies: ({ text }) => <Chips texts={text.split('\n')} />,
  pick: (pick) => (pick ? pickWords(pick) : 'All'),
  scheduler: (name, _, { at }) => (
    <NamedLink name={name} path={pagePaths.scheduler(name)} at={at} />
  ),
  'cluster-type': (name, _, { at }) => (
    <NamedLink name={name} path={pagePaths.clusterType(name)} at={at} />
  ),
  override: (value) => (value === '' ? <None /> : <Chip>{value}</Chip>),
  target: (name) => (name === '' ? <None /> : <Chip>{name}</Chip>),
  targets: (targets) => (
    <Chips
      texts={targets.map(
        ({ name, environment, repo_path }) => `${name} in ${environment}: ${repo_path}`,
      )}
    />
  ),
  source: (value, { choices }) => choices.find((choice) => choice.value === value)?.title ?? value,
  values: ({ values }, { isRequired, label }) =>
    isRequired ? (
      <CodeBlock code={valuesText(values) || '{}'} label={`the ${label.toLowerCase()} as YAML`} />
    ) : (
      <ValuesShown values={values} />
    ),
  waves: (waves, _, { nameOf }) => <WaveFacts waves={waves} nameOf={nameOf} />,
}

const IN_THE_HEADER = ['name', 'description']

/** A line for each field of an object's form that the header of its page doesn't show. `nameOf`: how a group is called. */
export function formFacts(
  object: ModelObject,
  at: Date | null,
  nameOf: NameOfGroup,
): readonly (readonly [string, ReactNode])[] {
  const { kind } = object
  const values = valuesOf(kind, { ...objectJson(object) })
  return askedOf(kind, values)
    .filter(({ field }) => !IN_THE_HEADER.includes(field))
    .map((field): readonly [string, ReactNode] => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field's own control, and what it holds
      const show = SHOW[field.control] as Show<ControlName>
      return [field.label, show(values[field.field]!, field, { object, at, nameOf })]
    })
}

function Chips({ texts }: { texts: readonly string[] }) {
  const said = texts.filter((text) => text !== '')
  if (said.length === 0) return <None />
  return (
    <span className="flex flex-wrap gap-1">
      {said.map((text) => (
        <Chip key={text}>{text}</Chip>
      ))}
    </span>
  )
}

/** A selector, which leads to what it selects; a team’s selects among the team’s applications. */
function SelectedLink({
  kind,
  selector,
  team,
  at,
}: {
  /** Its name: the room of forms doesn’t know the kinds. */
  kind: string
  selector: string
  team: string | null
  at: Date | null
}) {
  if (!isKind(kind)) return <SelectorChip selector={selector} />
  const labelSelector = selector === '*' ? null : selector
  const namespace = kind === 'application' ? team : null
  return (
    <TextLink href={withQuery(listPath(kind), { labelSelector, namespace, at: at?.toISOString() })}>
      <SelectorChip selector={selector} />
    </TextLink>
  )
}

/** What another object is named, which may be none. */
function NamedLink({ name, path, at }: { name: string; path: string; at: Date | null }) {
  return name === '' ? <None /> : <TextLink href={pathAt(path, at)}>{name}</TextLink>
}
