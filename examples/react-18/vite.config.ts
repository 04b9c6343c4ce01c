import { defineConfig } from 'vite'

// In this repository the packages stand beside React 19; here all of them must use the host's own
// copy, as in an app that installed them.
export default defineConfig({ resolve: { dedupe: ['react', 'react-dom'] } })
