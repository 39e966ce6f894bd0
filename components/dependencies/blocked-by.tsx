import { classNames } from '#components/ui/class-names.ts'
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
  const { icon: Icon, tone } = blockedLook(blocked.code)
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', tone)} />
      <p className="min-w-0 wrap-anywhere">
        {isInner ? 'which ' : null}
        <Told blocked={blocked} text={isInner ? blocked.text : capitalised(blocked.text)} />
      </p>
    </div>
  )
}

/** The text, in which the name leads to what it is about. */
function Told({ blocked, text }: { blocked: BlockedByJson; text: string }) {
  const name = nameOf(blocked)
  const href = hrefOf(blocked)
  const start = name === null ? -1 : text.indexOf(name)
  if (name === null || href === null || start === -1) return <Reason {...blocked} text={text} />
  return (
    <>
      {text.slice(0, start)}
      <TextLink href={href}>{name}</TextLink>
      <Reason {...blocked} text={text.slice(start + name.length)} />
    </>
  )
}

/** As the API says an instant in a text. */
const INSTANT = /\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/

/** The text, in which the instant goes by the reader's clocks. */
function Reason({ text, since }: Pick<BlockedByJson, 'text' | 'since'>) {
  const found = since === null ? null : INSTANT.exec(text)
  if (since === null || found === null) return text
  return (
    <>
      {text.slice(0, found.index)}
      <Clock at={new Date(since)} />
      {text.slice(found.index + found[0].length)}
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
