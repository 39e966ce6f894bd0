/** What the bytes of a body are read as. */
export type BodyFormat = 'json' | 'yaml' | 'report' | 'zipped report'
