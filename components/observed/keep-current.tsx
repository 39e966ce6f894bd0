import { freshnessLastsMs, type LastSeen } from '#lib/domain/observed/freshness.ts'
import { Refresher } from './refresher.tsx'

/**
 * Keeps a page current: with what happens, and by itself it turns late and unknown with the clusters that it shows. `seen`:
 * when each of them was last heard of; null: never. `cluster`: the only one that the page is about, if it is about one.
 */
export function KeepCurrent({
  seen,
  cluster = null,
}: {
  seen: readonly (LastSeen | null)[]
  cluster?: string | null
}) {
  return <Refresher cluster={cluster} {...lasting(seen)} />
}

/** Until when all of them stay as fresh as they are. */
function lasting(seen: readonly (LastSeen | null)[], now = new Date()) {
  const lasts = seen.flatMap((each) => freshnessLastsMs(each, now) ?? [])
  const madeAt = now.getTime()
  return { madeAt, freshUntil: lasts.length === 0 ? null : madeAt + Math.min(...lasts) }
}
