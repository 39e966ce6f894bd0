// How values that applications are told are shown, and who says them.
import { TextLink } from '#components/ui/text-link.tsx'
import { objectPath, pagePaths, pathAt } from '#lib/schemas/paths.ts'
import type { ToldLeafJson } from '#lib/schemas/told.ts'

const CHARACTERS_SHOWN = 200

/** A value as JSON; of a long one the beginning, as the files of the placement show all of it. */
export function ValueText({ value, isGone = false }: { value: unknown; isGone?: boolean }) {
  const text = JSON.stringify(value)
  const shown = text.length > CHARACTERS_SHOWN ? `${text.slice(0, CHARACTERS_SHOWN)}…` : text
  const className = 'font-mono text-xs wrap-anywhere'
  return isGone ? (
    <del className={`${className} text-muted`}>{shown}</del>
  ) : (
    <code className={className}>{shown}</code>
  )
}

type Teller = Pick<ToldLeafJson['from'], 'kind' | 'name' | 'priority'>

/** A config with its priority, or a config schema by its default. */
export function TellerName({ teller, at = null }: { teller: Teller; at?: Date | null }) {
  const kind = teller.kind === 'config' ? 'config' : 'config-schema'
  const path = objectPath({ kind, team: null, name: teller.name })
  return (
    <span>
      {teller.kind === 'default' && 'Default of '}
      <TextLink href={pathAt(path, at)}>{teller.name}</TextLink>
      {teller.kind === 'config' && (
        <span className="text-xs text-muted"> priority {teller.priority}</span>
      )}
    </span>
  )
}

/** Who says a value, and since which change. */
export function FromText({ from, at = null }: { from: ToldLeafJson['from']; at?: Date | null }) {
  return (
    <span>
      <TellerName teller={from} at={at} />
      <span className="text-xs text-muted">
        {from.change === null ? (
          ', by this edit'
        ) : (
          <>
            , change <TextLink href={pagePaths.change(from.change)}>#{from.change}</TextLink>
          </>
        )}
      </span>
    </span>
  )
}
