// How many of some clusters, as people write it: `3`, or `20%`.
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'

/** A number of clusters, or whole percents of all that it is about. */
export type Share = { readonly count: number } | { readonly percent: number }

const COUNT_MAX = 1_000_000

/** A number of clusters, or percents of them, from `least` on; `code` names the refusal. */
export function readShare(
  sent: number | string,
  least: number,
  path: Issue['path'],
  code: string,
): Checked<Share> {
  if (typeof sent === 'number') {
    if (Number.isInteger(sent) && sent >= least && sent <= COUNT_MAX) {
      return accepted({ count: sent })
    }
  } else {
    const percent = percentOf(sent)
    if (percent >= least && percent <= 100) return accepted({ percent })
  }
  const reason = `This is a number from ${least} to ${COUNT_MAX.toLocaleString('en')}, or ${least}% to 100%; not ${quoted(String(sent))}.`
  return refused([{ path, code, reason }])
}

/** NaN: it is none. */
export function percentOf(text: string): number {
  return Number(/^(\d{1,3})%$/.exec(text)?.[1])
}

export function shareJson(share: Share): number | string {
  return 'count' in share ? share.count : `${share.percent}%`
}
