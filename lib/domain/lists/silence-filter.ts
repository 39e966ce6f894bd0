/** Clusters on which a planned silence holds then, whether they are silent or not, and all others. */
export const SILENCE_FILTERS = ['planned', 'unplanned'] as const
export type SilenceFilter = (typeof SILENCE_FILTERS)[number]
