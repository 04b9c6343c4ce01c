import { defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['@portico/source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: { target: 'es2022' },
})
