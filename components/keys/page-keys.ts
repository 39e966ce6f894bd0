// What single keys do within a page: they look for what is on it, so that no page has to know of them.

export function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main search input:not([type=hidden])')
  field?.focus()
  field?.select()
}

/** Moves the focus between the links that name the rows of the table that has it, or of the first one. */
export function focusRow(step: 1 | -1): void {
  const table = document.activeElement?.closest('table') ?? document.querySelector('main table')
  const names = [...(table?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
  const row = document.activeElement?.closest('tr')
  const at = names.findIndex((name) => name.closest('tr') === row)
  names[at === -1 ? 0 : at + step]?.focus()
}

/** Selects the row that has the focus, or stops that; `isRange`: with all rows since the last one. */
export function selectRow(isRange: boolean): void {
  const row = document.activeElement?.closest('tr')
  const click = new MouseEvent('click', { bubbles: true, shiftKey: isRange })
  row?.querySelector('th input[type=checkbox]')?.dispatchEvent(click)
}

export function focusBatch(): void {
  document.querySelector<HTMLElement>('main [data-batch] button')?.focus()
}

export function follow(selector: string): void {
  document.querySelector<HTMLElement>(`main ${selector}`)?.click()
}
