import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { ThemeProvider } from '#components/shell/theme.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Berth', template: '%s · Berth' },
  description: 'Which application runs on which cluster, and why',
  icons: '/icon.svg',
}

export default function Layout({ children }: { children: ReactNode }) {
  return (
    // next-themes sets the class before the first paint, which React must not take for a mistake.
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeProvider>{children}</ThemeProvider>
      </body>
    </html>
  )
}
