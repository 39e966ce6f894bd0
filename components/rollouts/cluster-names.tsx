import type { ReactNode } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'

const SHOWN = 10

/** Some clusters by name: the first in a line, the others on a click. `total`: of all, also of those that aren't named. */
export function ClusterNames({ names, total }: { names: readonly string[]; total: number }) {
  const rest = names.slice(SHOWN)
  const more = total - names.length
  return (
    <span className="wrap-anywhere">
      <Names names={names.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className="inline">
          <summary className="inline cursor-pointer rounded-sm text-accent">
            {' '}
            and {(total - SHOWN).toLocaleString('en')} more
          </summary>{' '}
          <Names names={rest} />
          {more > 0 && ` and ${more.toLocaleString('en')} more`}
        </details>
      )}
    </span>
  )
}

function Names({ names }: { names: readonly string[] }): ReactNode {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <TextLink href={pagePaths.cluster(name)}>{name}</TextLink>
    </span>
  ))
}
