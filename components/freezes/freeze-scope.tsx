import { SelectorChip } from '#components/ui/chip.tsx'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'

/** What a freeze is about, in words: all of it holds together. */
export function FreezeScope({
  freeze: { environments, namespaces, appSelector },
}: {
  freeze: Freeze
}) {
  const where = environments?.join(', ') ?? 'all environments'
  const whose = namespaces.length === 0 ? 'all teams' : namespaces.join(', ')
  return (
    <>
      In {where}, of {whose}
      {appSelector !== null && (
        <>
          , applications <SelectorChip selector={formatSelector(appSelector)} />
        </>
      )}
    </>
  )
}
