import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import type { ToldLeafJson } from '#lib/schemas/told.ts'
import { FromText, TellerName, ValueText } from './told-words.tsx'

/** The values that an application is told on a cluster, each with who says it and what that hides. */
export function ToldTable({ leaves, at }: { leaves: readonly ToldLeafJson[]; at: Date | null }) {
  return (
    <ColumnTable
      label="Values"
      columns={columnsAt(at)}
      items={leaves}
      keyOf={({ pointer }) => pointer}
    />
  )
}

const columnsAt = (at: Date | null): readonly Column<ToldLeafJson>[] => [
  {
    heading: 'Pointer',
    cell: ({ pointer, from }) => (
      <>
        <span className="inline-block min-w-36 font-mono text-xs wrap-anywhere sm:min-w-52">
          {pointer}
        </span>
        <span className="mt-1 block text-xs md:hidden">
          <FromText from={from} at={at} />
        </span>
      </>
    ),
  },
  {
    heading: 'Value',
    cell: ({ value, expression }) => (
      <>
        <ValueText value={value} />
        {expression !== undefined && (
          <span className="block text-xs text-muted">
            from <ExpressionText text={expression} />
          </span>
        )}
      </>
    ),
  },
  { heading: 'From', from: 'md', cell: ({ from }) => <FromText from={from} at={at} /> },
  {
    heading: 'Hides',
    from: 'lg',
    isSaid: ({ hides }) => hides.length > 0,
    cell: ({ pointer, hides }) => <Hidden pointer={pointer} hides={hides} at={at} />,
  },
]

function ExpressionText({ text }: { text: string }) {
  return <code className="font-mono wrap-anywhere">{text}</code>
}

const HIDDEN_SHOWN = 3

function Hidden({
  pointer,
  hides,
  at,
}: Pick<ToldLeafJson, 'pointer' | 'hides'> & { at: Date | null }) {
  const more = hides.length - HIDDEN_SHOWN
  return (
    <ul className="space-y-1">
      {hides.slice(0, HIDDEN_SHOWN).map((hidden) => (
        <li key={`${hidden.kind} ${hidden.name} ${hidden.pointer}`}>
          <ValueText value={hidden.value} />
          {hidden.pointer !== pointer && (
            <span className="font-mono text-xs text-muted wrap-anywhere"> at {hidden.pointer}</span>
          )}{' '}
          <span className="text-xs">
            <TellerName teller={hidden} at={at} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="text-xs text-muted">and {more} more</li>}
    </ul>
  )
}
