'use client'

import dynamic from 'next/dynamic'

// It measures itself, so the server can't draw it, and few pages show it.
export const DependencyGraphOnDemand = dynamic(
  async () => (await import('./dependency-graph.tsx')).DependencyGraph,
  {
    ssr: false,
    loading: () => <output className="block p-6 text-muted">It is being drawn…</output>,
  },
)
