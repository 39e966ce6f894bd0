import { CHART_TONES, type ChartTone, patternId } from './looks.ts'

const SIZE = 6

/** The patterns of all charts of a page, which they refer to by id. */
export function ChartPatterns() {
  return (
    <svg aria-hidden width={0} height={0} className="absolute">
      <defs>
        {CHART_TONES.map((tone) => (
          <PatternsOf key={tone} tone={tone} />
        ))}
      </defs>
    </svg>
  )
}

function PatternsOf({ tone }: { tone: ChartTone }) {
  const colour = tone === 'neutral' ? 'var(--edge)' : `var(--${tone}-solid)`
  const ground = tone === 'neutral' ? 'var(--sunken)' : `var(--${tone}-soft)`
  const box = { width: SIZE, height: SIZE, patternUnits: 'userSpaceOnUse' } as const
  return (
    <>
      {/* As the class `hatched` paints it. */}
      <pattern id={patternId(tone, 'plain')} {...box} patternTransform="rotate(45)">
        <rect width={SIZE} height={SIZE} fill={ground} />
        <rect width={2.5} height={SIZE} fill={colour} />
      </pattern>
      <pattern id={patternId(tone, 'stripes')} {...box}>
        <rect width={SIZE} height={SIZE} fill={ground} />
        <rect width={SIZE} height={3.5} fill={colour} />
      </pattern>
      <pattern id={patternId(tone, 'dots')} {...box}>
        <rect width={SIZE} height={SIZE} fill={ground} />
        <circle cx={1.5} cy={1.5} r={1.5} fill={colour} />
        <circle cx={4.5} cy={4.5} r={1.5} fill={colour} />
      </pattern>
    </>
  )
}
