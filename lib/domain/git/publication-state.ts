// How far a change has come on its way into Git, from its publications, one for each branch that it touches.

/** `proposed`: it is in a pull request that somebody has to merge. */
export const PUBLICATION_STATES = ['pending', 'proposed', 'published', 'failed'] as const
export type PublicationState = (typeof PUBLICATION_STATES)[number]

/** The worst of the publications; `unchanged`: it touched no branch, so there is nothing to publish. */
export function changeState(
  publications: readonly { readonly state: PublicationState }[],
): PublicationState | 'unchanged' {
  if (publications.length === 0) return 'unchanged'
  const states = publications.map(({ state }) => state)
  return (
    (['failed', 'pending', 'proposed'] as const).find((state) => states.includes(state)) ??
    'published'
  )
}
