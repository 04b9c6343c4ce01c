import '@portico/sdk/button.css'
import { readSnapshot } from '@portico/sdk/snapshot'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from './providers'

export const metadata = { title: 'Portico in Next.js', icons: 'data:,' }

export default async function Layout({ children }: { children: ReactNode }) {
  const snapshot = readSnapshot(`${await cookies()}`)
  return (
    <html lang="en">
      <body>
        <Providers snapshot={snapshot}>{children}</Providers>
      </body>
    </html>
  )
}
