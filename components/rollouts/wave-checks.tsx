import { CircleCheck, CircleDashed, CircleX, RefreshCw } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { WaveJson } from './rollout-badges.tsx'

type Check = WaveJson['checks'][number]

const LOOKS = {
  passed: { tone: 'good', icon: CircleCheck, word: 'passed' },
  failed: { tone: 'bad', icon: CircleX, word: 'failed' },
  running: { tone: 'progress', icon: RefreshCw, word: 'running' },
} as const
const NOT_YET = { tone: 'neutral', icon: CircleDashed, word: 'not reported yet' } as const

/** What programs last said of a wave, and what it waits to hear. */
export function WaveChecks({ wave: { checks, state } }: { wave: WaveJson }) {
  const shown = state === 'pending' ? checks.filter((check) => check.state !== null) : checks
  if (shown.length === 0) return null
  return (
    <ul aria-label="Checks" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {shown.map((check) => (
        <li key={check.name} className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
          <CheckState check={check} />
          {check.at !== null && (
            <span className="text-muted">
              <Ago at={new Date(check.at)} />
            </span>
          )}
          {check.detail !== '' && (
            <span className="min-w-0 text-muted wrap-anywhere">{check.detail}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function CheckState({ check: { name, state, url } }: { check: Check }) {
  const { tone, icon, word } = state === null ? NOT_YET : LOOKS[state]
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {name} {word}
      </Badge>
      {url !== null && (
        <a href={url} rel="noreferrer" className="rounded-sm text-accent hover:underline">
          Details<span className="sr-only"> of {name}</span>
        </a>
      )}
    </>
  )
}
