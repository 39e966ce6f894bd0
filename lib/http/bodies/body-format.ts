/** What the bytes of a body are read as: of metrics the version of their message. */
export type BodyFormat = 'json' | 'yaml' | 'csv' | 'report' | 'zipped report' | MetricsFormat

export type MetricsFormat = 'metrics 1' | 'metrics 2'
