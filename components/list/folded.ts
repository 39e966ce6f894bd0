/** What of the children of a `PhoneFold` is folded. */
export const FOLDED = 'max-sm:group-data-folded/fold:hidden'
