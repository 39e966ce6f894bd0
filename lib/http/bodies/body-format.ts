export type BodyFormat = 'json' | 'yaml'
