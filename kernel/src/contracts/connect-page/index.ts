export * from './connect-entries.js'
export * from './connect-page.js'
export * from './connect-parts.js'
