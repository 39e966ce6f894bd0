import type { WaveRow } from '#components/object-form/wave-rows.ts'
import { afterSentences, membersText } from '#components/object-form/wave-words.ts'

/** The waves of an environment in their order: which clusters each has, and what must hold after it. */
export function WaveFacts({ waves }: { waves: readonly WaveRow[] }) {
  return (
    <ol className="space-y-3">
      {waves.map((wave, index) => (
        <Wave key={wave.name} wave={wave} number={index + 1} isRest={index === waves.length - 1} />
      ))}
    </ol>
  )
}

function Wave({ wave, number, isRest }: { wave: WaveRow; number: number; isRest: boolean }) {
  return (
    <li>
      <p>
        <span className="mr-1.5 text-muted tabular-nums">{number}</span>
        <span className="font-medium">{wave.name}</span>
        <span className="ml-2 text-muted">{membersText(wave, isRest)}</span>
      </p>
      <p className="mt-0.5 max-w-prose text-muted">
        {afterSentences(wave.after, isRest).join(' ')}
      </p>
    </li>
  )
}
