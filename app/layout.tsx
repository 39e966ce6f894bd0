import type { Metadata } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ForgetSignedOut } from '#components/drafts/forget-signed-out.tsx'
import { StyleNonce } from '#components/shell/style-nonce.tsx'
import { ThemeProvider } from '#components/shell/theme.tsx'
import { nonceOf } from '#lib/http/request/request-origin.ts'
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './globals.css'

const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter',
})

/** Only some pages have any of it in sight. */
const jetBrainsMono = localFont({
  src: '../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  weight: '100 800',
  variable: '--font-jetbrains-mono',
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { default: 'Berth', template: '%s · Berth' },
  description: 'Which application runs on which cluster, and why',
  icons: '/icon.svg',
}

export default async function Layout({ children }: { children: ReactNode }) {
  const nonce = nonceOf(await headers())
  return (
    // next-themes sets the class before the first paint; React would otherwise report it as a mismatch.
    <html
      lang="en"
      className={`${inter.variable} ${jetBrainsMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <StyleNonce nonce={nonce} />
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
        <ForgetSignedOut />
      </body>
    </html>
  )
}
