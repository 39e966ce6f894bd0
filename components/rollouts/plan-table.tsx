import { Clock } from '#components/ui/time.tsx'
import { Cell, ColumnHeading, NameCell, Row, Table, TableHead } from '#components/ui/table.tsx'
import { TableBody } from '#components/ui/table-body.tsx'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import { ClusterNames } from './cluster-names.tsx'
import { versionWords } from './version-words.ts'

type PlannedWave = RolloutPreviewJson['waves'][number]

/** What a rollout would do, wave by wave, before it is started. */
export function PlanTable({ waves }: { waves: readonly PlannedWave[] }) {
  return (
    <Table label="Waves">
      <TableHead>
        <ColumnHeading>Wave</ColumnHeading>
        <ColumnHeading>Clusters</ColumnHeading>
        <ColumnHeading from="sm">Files</ColumnHeading>
        <ColumnHeading>Waits for</ColumnHeading>
        <ColumnHeading>At the earliest</ColumnHeading>
      </TableHead>
      <TableBody>
        {waves.map((wave, index) => (
          <Row key={wave.name}>
            <NameCell>
              <span className="mr-1.5 text-muted tabular-nums">{index + 1}</span>
              <span className="font-medium">{wave.name}</span>
            </NameCell>
            <Cell className="tabular-nums">
              {wave.clusters.toLocaleString('en')}
              {wave.names.length > 0 && (
                <span className="block text-xs">
                  <ClusterNames names={wave.names} total={wave.clusters} />
                </span>
              )}
              {wave.from.map(({ version, clusters }) => (
                <span key={version?.number ?? 0} className="block text-xs wrap-anywhere text-muted">
                  {clusters.toLocaleString('en')} from {versionWords(version)}
                </span>
              ))}
              {wave.blocked > 0 && (
                <span className="block text-xs text-warn">
                  {wave.blocked.toLocaleString('en')} left for later
                </span>
              )}
              {wave.targets?.map(({ name, clusters, repo_path: path }) => (
                <span key={name} className="block text-xs wrap-anywhere text-muted">
                  {clusters.toLocaleString('en')} with target {name}, from {path}
                </span>
              ))}
            </Cell>
            <Cell from="sm">
              <span className="whitespace-nowrap">{filesText(wave.files)}</span>
            </Cell>
            <Cell>
              <Waits wave={wave} />
            </Cell>
            <Cell>
              <Earliest wave={wave} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

function Waits({ wave: { waiting_for: waiting } }: { wave: PlannedWave }) {
  if (waiting.length === 0) return <span className="text-muted">nothing</span>
  return (
    <ul>
      {waiting.map(({ code, text }) => (
        <li key={`${code} ${text}`}>{text}</li>
      ))}
    </ul>
  )
}

function Earliest({ wave: { earliest, clusters, waiting_for: waiting } }: { wave: PlannedWave }) {
  if (earliest !== null) return <Clock at={new Date(earliest)} />
  const isOver = clusters === 0 && waiting.length === 0
  return <span className="text-muted">{isOver ? 'no cluster left' : 'when somebody acts'}</span>
}

function filesText({ added, modified, removed }: PlannedWave['files']): string {
  const parts = [
    ...(added > 0 ? [`${added.toLocaleString('en')} new`] : []),
    ...(modified > 0 ? [`${modified.toLocaleString('en')} changed`] : []),
    ...(removed > 0 ? [`${removed.toLocaleString('en')} removed`] : []),
  ]
  return parts.length === 0 ? 'none' : parts.join(', ')
}
