import { json } from '../versions.js'
import type { FrameworkApp } from './framework-app.js'

const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  isolatedModules: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  allowJs: true,
  incremental: true,
  skipLibCheck: true,
  plugins: [{ name: 'next' }],
}

export const nextApp: FrameworkApp = {
  scripts: { dev: 'next dev', build: 'next build', start: 'next start' },
  dependencies: ['next'],
  devDependencies: ['@types/node', '@types/react', '@types/react-dom'],
  source: 'app/',
  files: (name, portico) => ({
    'tsconfig.json': json({
      compilerOptions,
      include: [
        'next-env.d.ts',
        '**/*.ts',
        '**/*.tsx',
        '.next/types/**/*.ts',
        '.next/dev/types/**/*.ts',
      ],
      exclude: ['node_modules'],
    }),
    'app/portico.ts': portico,
    'app/providers.tsx': `'use client'

import { PorticoProvider } from '@portico/sdk/react'
import type { ReactNode } from 'react'
import { portico } from './portico'

export const Providers = ({ children }: { readonly children: ReactNode }) => (
  <PorticoProvider portico={portico}>{children}</PorticoProvider>
)
`,
    'app/layout.tsx': `import '@portico/sdk/button.css'
import type { ReactNode } from 'react'
import { Providers } from './providers'

export const metadata = { title: '${name}' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
`,
    'app/greeting.tsx': `'use client'

import { useAccount } from '@portico/sdk/react'

export function Greeting() {
  const { address } = useAccount()
  return <p>{address ? \`Hello, \${address}\` : 'No wallet is connected yet.'}</p>
}
`,
    'app/page.tsx': `import { ConnectButton } from '@portico/sdk/react'
import { Greeting } from './greeting'

export default function Page() {
  return (
    <main>
      <ConnectButton />
      <Greeting />
    </main>
  )
}
`,
  }),
}
