import '@portico/sdk/button.css'
import { readSnapshot } from '@portico/sdk/snapshot'
import { cookies } from 'next/headers'
import { Providers } from './providers'

export const instant = false
export const metadata = { title: 'Portico in Next.js', icons: 'data:,' }

export default async function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers snapshot={readSnapshot(`${await cookies()}`)}>{children}</Providers>
      </body>
    </html>
  )
}
