import { freshnessLastsMs, type LastSeen } from '#lib/domain/observed/freshness.ts'
import { Refresher } from './refresher.tsx'

/**
 * Keeps a page current: by itself it turns late and unknown with the clusters that it shows. `seen`: when each of them was
 * last heard of; null: never.
 */
export function KeepCurrent({ seen }: { seen: readonly (LastSeen | null)[] }) {
  const { from, ms } = lasting(seen)
  // It begins anew with each page, though that may last just as long.
  return <Refresher key={from} lastsMs={ms} />
}

/** For how long from now on all of them stay as fresh as they are; null: for ever. */
function lasting(seen: readonly (LastSeen | null)[], now = new Date()) {
  const lasts = seen.flatMap((each) => freshnessLastsMs(each, now) ?? [])
  return { from: now.getTime(), ms: lasts.length === 0 ? null : Math.min(...lasts) }
}
