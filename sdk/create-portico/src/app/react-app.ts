import { json } from '../versions.js'
import type { FrameworkApp } from './framework-app.js'
import { viteCompilerOptions, vitePage } from './vite-parts.js'

export const reactApp: FrameworkApp = {
  scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' },
  devDependencies: ['@types/react', '@types/react-dom', '@vitejs/plugin-react', 'vite'],
  source: 'src/',
  files: (name, portico) => ({
    'index.html': vitePage(name, '    <div id="app"></div>', '/src/main.tsx'),
    'tsconfig.json': json({
      compilerOptions: { ...viteCompilerOptions, jsx: 'react-jsx' },
      include: ['src'],
    }),
    'vite.config.ts': `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react()] })
`,
    'src/portico.ts': portico,
    'src/app.tsx': `import { ConnectButton, PorticoProvider, useAccount } from '@portico/sdk/react'
import { portico } from './portico'

function Greeting() {
  const { address } = useAccount()
  return <p>{address ? \`Hello, \${address}\` : 'No wallet is connected yet.'}</p>
}

export const App = () => (
  <PorticoProvider portico={portico}>
    <ConnectButton />
    <Greeting />
  </PorticoProvider>
)
`,
    'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
  }),
}
