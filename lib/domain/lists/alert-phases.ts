/** Of alerts that fired: whether they are over. */
export const ALERT_PHASES = ['firing', 'resolved'] as const
export type AlertPhase = (typeof ALERT_PHASES)[number]
