import { TriangleAlert } from 'lucide-react'
import { ToldTable } from '#components/configuration/told-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectPath, pathAt } from '#lib/schemas/paths.ts'
import type { PlacementConfig } from '#lib/usecases/configuration/provenance.ts'

/** What the application is told on the cluster, and where each value comes from. */
export function ConfigurationCard({ config, at }: { config: PlacementConfig; at: Date | null }) {
  const { leaves } = config
  return (
    <Card flush title="Configuration" note={noteOf(config)}>
      {leaves.length > 0 && <ToldTable leaves={leaves} at={at} />}
      <div className="space-y-2 p-4">
        {leaves.length === 0 && <p>{whyNothing(config)}</p>}
        <Schemas config={config} at={at} />
        {config.undelivered.length > 0 && (
          <p className="text-muted">
            Given by configs and not delivered, because no schema declares it:{' '}
            <Keys keys={config.undelivered} />
          </p>
        )}
        <Faults config={config} at={at} />
      </div>
    </Card>
  )
}

function noteOf({ placed, released, leaves }: PlacementConfig): string {
  if (!placed) return 'what it would be told if it were there'
  if (!released && leaves.length > 0) return 'from its first release on'
  return 'what it is told there, and by what'
}

function whyNothing({ schemas }: PlacementConfig): string {
  return schemas.length === 0
    ? 'It is told nothing: no config schema that is for it here declares anything.'
    : 'It is told nothing: no config gives what its schemas declare, and they have no defaults.'
}

function Schemas({ config: { schemas }, at }: { config: PlacementConfig; at: Date | null }) {
  if (schemas.length === 0) return null
  return (
    <ul className="space-y-1 text-muted">
      {schemas.map(({ name, keys }) => (
        <li key={name}>
          The schema{' '}
          <TextLink href={pathAt(objectPath({ kind: 'config-schema', team: null, name }), at)}>
            {name}
          </TextLink>{' '}
          declares {keys.length === 0 ? 'nothing' : <Keys keys={keys} />}
        </li>
      ))}
    </ul>
  )
}

const KEYS_SHOWN = 20

function Keys({ keys }: { keys: readonly string[] }) {
  const more = keys.length - KEYS_SHOWN
  return (
    <>
      {keys.slice(0, KEYS_SHOWN).map((key) => (
        <span key={key}>
          <Chip>{key}</Chip>{' '}
        </span>
      ))}
      {more > 0 && `and ${more} more`}
    </>
  )
}

/** Configs that say nothing because an expression of theirs fails. */
function Faults({ config: { faults }, at }: { config: PlacementConfig; at: Date | null }) {
  return faults.map(({ config, pointer, message }) => (
    <p key={`${config} ${pointer}`} className="flex items-start gap-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <span>
        The config{' '}
        <TextLink href={pathAt(objectPath({ kind: 'config', team: null, name: config }), at)}>
          {config}
        </TextLink>{' '}
        says nothing here, because of <Chip>{pointer}</Chip>: {message}
      </span>
    </p>
  ))
}
