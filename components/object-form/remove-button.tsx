import { Trash2 } from 'lucide-react'

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="ml-auto inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-bad"
    >
      <Trash2 aria-hidden className="size-4" />
    </button>
  )
}
