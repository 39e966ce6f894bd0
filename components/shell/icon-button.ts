export const ICON_BUTTON =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-expanded:bg-sunken'
