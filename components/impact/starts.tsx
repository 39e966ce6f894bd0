import { Rocket } from 'lucide-react'
import { isToCome } from '#components/rollouts/to-come.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { objectPath, pagePaths } from '#lib/schemas/paths.ts'

type Starting = NonNullable<ImpactAnswer['starts']>

/** The rollouts that begin by themselves because of an edit. */
export function Starts({ starts }: { starts: Starting }) {
  const { items, now, later, unknown } = starts
  const more = now + later - items.length
  return (
    <section
      aria-label="What starts by itself"
      className="mt-3 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs"
    >
      <p className="flex items-start gap-2 font-medium text-warn">
        <Rocket aria-hidden className="mt-px size-3.5 shrink-0" />
        {sentenceOf(starts)}
      </p>
      {items.length > 0 && (
        <ul className="mt-1 space-y-0.5 pl-5.5">
          {items.map((item) => (
            <Item key={`${item.namespace}/${item.application} ${item.environment}`} item={item} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-1 pl-5.5">And {more.toLocaleString('en')} more.</p>}
      {unknown > 0 && (
        <p className="mt-1 pl-5.5">
          {`${counted(unknown, 'more application')} with newer versions weren’t looked at; theirs may start, too.`}
        </p>
      )}
    </section>
  )
}

function Item({ item }: { item: Starting['items'][number] }) {
  const { environment, namespace, application: name, version, at, after_rollout: rollout } = item
  return (
    <li className="wrap-anywhere">
      <TextLink href={objectPath({ kind: 'application', team: namespace, name })}>
        {namespace}/{name}
      </TextLink>{' '}
      {versionWords(version)} in {environment}
      {rollout !== null && (
        <>
          , after <TextLink href={pagePaths.rollout(rollout)}>rollout {rollout}</TextLink>
        </>
      )}
      {rollout === null && isToCome(at) && (
        <>
          , <Clock at={new Date(at)} />
        </>
      )}
    </li>
  )
}

function sentenceOf({ now, later }: Starting): string {
  const atOnce = `${counted(now, 'rollout')} ${now === 1 ? 'starts' : 'start'} by ${now === 1 ? 'itself' : 'themselves'} at once`
  return later === 0 ? `${atOnce}.` : `${atOnce}, and ${later.toLocaleString('en')} later.`
}
