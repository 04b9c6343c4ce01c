import { json } from '../versions.js'
import type { FrameworkApp } from './framework-app.js'
import { viteCompilerOptions, vitePage } from './vite-parts.js'

export const htmlApp: FrameworkApp = {
  scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' },
  devDependencies: ['vite'],
  source: 'src/',
  files: (name, portico) => ({
    'index.html': vitePage(
      name,
      '    <portico-button></portico-button>\n    <p id="greeting">No wallet is connected yet.</p>',
      '/src/main.ts',
    ),
    'tsconfig.json': json({ compilerOptions: viteCompilerOptions, include: ['src'] }),
    'src/portico.ts': portico,
    'src/main.ts': `import { activeAccount, watch } from '@portico/sdk'
import { attach } from '@portico/sdk/element'
import { portico } from './portico'

attach(portico)

const greeting = document.getElementById('greeting') as HTMLElement
watch(
  portico,
  read => activeAccount(read)?.address,
  address => {
    greeting.textContent = address ? \`Hello, \${address}\` : 'No wallet is connected yet.'
  },
)
`,
  }),
}
