import { ArrowUp } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/** Moves a row before the one that it follows. */
export function EarlierButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="quiet" className="px-2" aria-label={label} onClick={onClick}>
      <ArrowUp aria-hidden className="size-4" />
    </Button>
  )
}
