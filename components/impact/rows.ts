/** On a page of a preview's list: two levels of groups, the pairs in one, and those that others keep are 100 rows at most. */
export const ROWS = 25
