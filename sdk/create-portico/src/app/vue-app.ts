import { json } from '../versions.js'
import type { FrameworkApp } from './framework-app.js'
import { viteCompilerOptions, vitePage } from './vite-parts.js'

export const vueApp: FrameworkApp = {
  scripts: { dev: 'vite', build: 'vue-tsc && vite build', preview: 'vite preview' },
  dependencies: ['vue'],
  devDependencies: ['@vitejs/plugin-vue', 'vite', 'vue-tsc'],
  source: 'src/',
  files: (name, portico) => ({
    'index.html': vitePage(name, '    <div id="app"></div>', '/src/main.ts'),
    'tsconfig.json': json({
      compilerOptions: { ...viteCompilerOptions, jsx: 'preserve' },
      include: ['src'],
    }),
    'vite.config.ts': `import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// <portico-button> is an element of the page, not a component of Vue.
const isCustomElement = (tag: string) => tag.startsWith('portico-')

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
})
`,
    'src/portico.ts': portico,
    'src/main.ts': `import { attach } from '@portico/sdk/element'
import { createApp } from 'vue'
import App from './app.vue'
import { portico } from './portico'

attach(portico)
createApp(App).mount('#app')
`,
    'src/app.vue': `<script setup lang="ts">
import { createComposables } from '@portico/sdk/vue'
import { onScopeDispose, shallowRef } from 'vue'
import { portico } from './portico'

const { useAccount } = createComposables(portico, { onScopeDispose, shallowRef })
const account = useAccount()
</script>

<template>
  <portico-button></portico-button>
  <p>{{ account.address ? \`Hello, \${account.address}\` : 'No wallet is connected yet.' }}</p>
</template>
`,
  }),
}
