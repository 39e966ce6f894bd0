/** What the colour of a cell of the matrix says. */
export const MATRIX_COLOURS = ['state', 'version', 'lag', 'policy'] as const
export type MatrixColour = (typeof MATRIX_COLOURS)[number]
