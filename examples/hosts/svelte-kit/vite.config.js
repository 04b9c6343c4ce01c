import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

const directives = {
  'default-src': ['self'],
  'img-src': ['self', 'data:'],
  'connect-src': ['self', 'https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
}
export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), csp: { directives } })],
})
