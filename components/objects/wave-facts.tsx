import type { WaveRow } from '#components/object-form/wave-rows.ts'
import { afterSentences, membersText } from '#components/object-form/wave-words.ts'

/** The waves of an environment in their order: which clusters each has, and what must hold after it. */
export function WaveFacts({
  waves,
  nameOf,
}: {
  waves: readonly WaveRow[]
  nameOf: (id: string) => string
}) {
  return (
    <ol className="space-y-3">
      {waves.map((wave, index) => (
        <Wave
          key={wave.name}
          wave={wave}
          number={index + 1}
          isRest={index === waves.length - 1}
          nameOf={nameOf}
        />
      ))}
    </ol>
  )
}

function Wave({
  wave,
  number,
  isRest,
  nameOf,
}: {
  wave: WaveRow
  number: number
  isRest: boolean
  nameOf: (id: string) => string
}) {
  return (
    <li>
      <p>
        <span className="mr-1.5 text-muted tabular-nums">{number}</span>
        <span className="font-medium">{wave.name}</span>
        <span className="ml-2 text-muted">{membersText(wave, isRest, nameOf)}</span>
      </p>
      <p className="mt-0.5 max-w-prose text-muted">
        {afterSentences(wave.after, isRest).join(' ')}
      </p>
    </li>
  )
}
