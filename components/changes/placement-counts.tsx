/** Placements added, removed and changed, as signs with words for screen readers. */
export function PlacementCounts({
  counts,
}: {
  counts: { readonly added: number; readonly removed: number; readonly changed: number }
}) {
  const parts = [
    { sign: '+', count: counts.added, word: 'added', look: 'text-good' },
    { sign: '−', count: counts.removed, word: 'removed', look: 'text-bad' },
    { sign: '~', count: counts.changed, word: 'changed', look: 'text-warn' },
  ].filter(({ count }) => count > 0)
  if (parts.length === 0) return <span className="text-muted">none</span>
  return (
    <span className="inline-flex gap-2 font-medium whitespace-nowrap tabular-nums">
      {parts.map(({ sign, count, word, look }) => (
        <span key={word} className={look}>
          <span aria-hidden>{sign}</span>
          {count.toLocaleString('en')}
          <span className="sr-only"> {word}</span>
        </span>
      ))}
    </span>
  )
}
