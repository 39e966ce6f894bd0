/** As many objects as one bulk edit may be of. */
export const BULK_OBJECTS_MAX = 1000
