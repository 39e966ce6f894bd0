/** The type of clusters that name none. In a file of its own, as browsers need no more than it. */
export const DEFAULT_TYPE_NAME = 'default'
