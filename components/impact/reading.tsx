import { Button } from '#components/ui/button.tsx'

/** Stands for what is still read, or says why it can't be. */
export function Reading({
  query: { error, refetch },
}: {
  query: { readonly error: Error | null; readonly refetch: () => unknown }
}) {
  if (error === null) return <p className="px-4 py-3 text-xs text-muted">Reading…</p>
  return (
    <p className="flex items-center justify-between gap-2 px-4 py-3 text-xs text-bad">
      {error.message}
      <Button onClick={() => void refetch()}>Try again</Button>
    </p>
  )
}
