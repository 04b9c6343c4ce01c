export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  css: ['@portico/sdk/button.css'],
  app: { head: { title: 'Portico in Nuxt', link: [{ rel: 'icon', href: 'data:,' }] } },
  vue: { compilerOptions: { isCustomElement: tag => tag.startsWith('portico-') } },
})
