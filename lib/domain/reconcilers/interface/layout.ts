/**
 * The number of the layout that this version writes. Raise it with every release that writes other bytes for the same
 * model, so that a branch tells whether an upgrade would rewrite it.
 */
export const LAYOUT = 4
