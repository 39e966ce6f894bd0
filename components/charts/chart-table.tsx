import { Cell, ColumnHeading, NameCell, Row, Table, TableHead } from '#components/ui/table.tsx'
import { TableBody } from '#components/ui/table-body.tsx'
import type { Chart } from './chart.ts'
import { stepText } from './time-axis.ts'
import { figureText } from './value-text.ts'

/** What a chart shows, in numbers, the newest first. */
export function ChartTable({
  label,
  chart: { times, lines, unit, step, zone, markers },
}: {
  label: string
  chart: Chart
}) {
  const hasChanges = markers.size > 0
  return (
    <div className="max-h-56 overflow-y-auto">
      <Table label={label}>
        <TableHead>
          <ColumnHeading>Time ({zone})</ColumnHeading>
          {lines.flatMap(({ id, look, before }) => [
            <ColumnHeading key={id}>{look.label}</ColumnHeading>,
            before !== null && (
              <ColumnHeading key={`before ${id}`}>{look.label}, before</ColumnHeading>
            ),
          ])}
          {hasChanges && <ColumnHeading>Changes</ColumnHeading>}
        </TableHead>
        <TableBody>
          {times
            .map((t, index) => (
              <Row key={t}>
                <NameCell>
                  <span className="whitespace-nowrap">{stepText(t, step, zone)}</span>
                </NameCell>
                {lines.flatMap(({ id, values, before }) => [
                  <Cell key={id} className="tabular-nums">
                    {figureText(values[index] ?? null, unit)}
                  </Cell>,
                  before !== null && (
                    <Cell key={`before ${id}`} className="text-muted tabular-nums">
                      {figureText(before[index] ?? null, unit)}
                    </Cell>
                  ),
                ])}
                {hasChanges && (
                  <Cell>{(markers.get(t) ?? []).map(({ change }) => `#${change}`).join(' ')}</Cell>
                )}
              </Row>
            ))
            .toReversed()}
        </TableBody>
      </Table>
    </div>
  )
}
