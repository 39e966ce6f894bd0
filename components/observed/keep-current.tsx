import { freshnessLastsMs, REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'
import { Refresher } from './refresher.tsx'

/**
 * Keeps a page current: by itself it turns late and unknown with the clusters that it shows. `seen`: when each of them was
 * last heard of; null: never.
 */
export function KeepCurrent({ seen }: { seen: readonly (Date | null)[] }) {
  const { from, ms } = lasting(seen)
  // It begins anew with each page, though that may last just as long.
  return <Refresher key={from} lastsMs={ms} />
}

/** For how long from now on all of them stay as fresh as they are; null: for ever. */
function lasting(seen: readonly (Date | null)[], now = new Date()) {
  const each = seen.flatMap((at) => freshnessLastsMs(at, REPORT_INTERVAL_S, now) ?? [])
  return { from: now.getTime(), ms: each.length === 0 ? null : Math.min(...each) }
}
