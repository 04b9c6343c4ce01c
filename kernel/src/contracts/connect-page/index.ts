export * from './connect-entries.js'
export * from './connect-page.js'
export * from './connect-parts.js'
export * from './no-wallet-parts.js'
