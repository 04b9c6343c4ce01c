import { defineConfig } from 'vite'

// Without the packages of Portico among its dependencies, because npm refuses them beside React 17.
// The page is as in development; the process of the tests says `production` in its environment.
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"development"' },
  resolve: {
    conditions: ['@portico/source', 'module', 'browser', 'development|production'],
    dedupe: ['react', 'react-dom'],
  },
})
