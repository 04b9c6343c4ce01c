import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

const directives = {
  'default-src': ['self'],
  // SvelteKit hides what it announces to screen readers by an inline style.
  'style-src': ['self', 'unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
  'img-src': ['self', 'data:'],
  'connect-src': ['self', 'https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org'],
}
export default defineConfig({
  plugins: [sveltekit({ adapter: adapter(), csp: { directives } })],
})
