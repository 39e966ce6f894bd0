import { buildIfStale } from '../build.ts'

/** Once, because files that run side by side would notice at the same time that there is no build. */
export const setup = buildIfStale
