import { classNames } from '#components/ui/class-names.ts'
import { Sentence } from '#components/ui/sentence.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import type { BlockedByJson } from '#lib/domain/objects/blocked-by.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { blockedLook } from './blocked-look.ts'

/** What something waits for, and beneath each what that one waits for itself, down to the root. */
export function BlockedBy({
  by,
  label,
  isInner = false,
}: {
  by: readonly BlockedByJson[]
  label: string
  isInner?: boolean
}) {
  return (
    <ul aria-label={label} className="space-y-1.5">
      {by.map((each) => (
        <li key={`${each.namespace} ${each.application} ${each.on} ${each.text}`}>
          <Line blocked={each} isInner={isInner} />
          {each.behind.length > 0 && (
            <div className="mt-1.5 ml-[7px] border-l pl-4">
              <BlockedBy
                by={each.behind}
                label={`What ${nameOf(each) ?? 'it'} waits for`}
                isInner
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ blocked, isInner }: { blocked: BlockedByJson; isInner: boolean }) {
  const { code, text, since } = blocked
  const { icon: Icon, tone } = blockedLook(code)
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', tone)} />
      <p className="min-w-0 wrap-anywhere">
        {isInner && 'which '}
        <LinkedText blocked={blocked} text={isInner ? text : capitalised(text)} />
        {since !== null && (
          <span className="ml-1.5 text-xs text-muted">
            since <Clock at={new Date(since)} />
          </span>
        )}
      </p>
    </div>
  )
}

/** The name within the text leads to what it is about. */
function LinkedText({ blocked, text }: { blocked: BlockedByJson; text: string }) {
  const name = nameOf(blocked)
  const start = name === null ? -1 : text.indexOf(name)
  const href = hrefOf(blocked)
  if (name === null || href === null || start === -1) return <Sentence>{text}</Sentence>
  return (
    <>
      {text.slice(0, start)}
      <TextLink href={href}>{name}</TextLink>
      <Sentence>{text.slice(start + name.length)}</Sentence>
    </>
  )
}

function nameOf({ namespace, application }: BlockedByJson): string | null {
  return namespace === null || application === null ? null : `${namespace}/${application}`
}

/** Why it isn't there; null: it is deleted, or the reader may not see it. */
function hrefOf({ namespace, application, cluster, on, code }: BlockedByJson): string | null {
  if (namespace === null || application === null || code === 'missing') return null
  return on === 'cluster'
    ? pagePaths.placement(namespace, application, cluster)
    : pagePaths.application(namespace, application)
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
